//! Plays the scenarios: side by side where they allow it, alone where they measure time.

use std::sync::{
    Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
    atomic::{AtomicUsize, Ordering},
};

use super::{
    Stage, confirm,
    digest::{self, Session},
    select::Chosen,
    undermine,
};
use crate::{
    link,
    scenarios::Company,
    session::{self, Settings},
};

/// What became of every chosen scenario, in their order.
#[derive(Default)]
pub(super) struct Outcomes {
    /// The session, or why there is none.
    pub(super) sessions: Vec<Result<Session, String>>,
}

/// Plays everything that was chosen, and once more what has to be seen again to be believed.
pub(super) fn play_all(stage: &Stage<'_>) -> Outcomes {
    let chosen = &stage.request.selection.chosen;
    let (done, total) = (AtomicUsize::new(0), chosen.len());
    let first = |index: usize| {
        let session = play(stage, &chosen[index], 1);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        stage
            .observer
            .progress(done, total, &chosen[index].scenario.id);
        session
    };
    let alone = |it: &usize| chosen[*it].scenario.company == Company::Alone;
    let mut order: Vec<usize> = (0..chosen.len()).collect();
    order.sort_by_key(|it| undermine::is_odd(stage, &chosen[*it]));
    let (apart, beside): (Vec<usize>, Vec<usize>) = order.into_iter().partition(alone);
    let played = link::pool::run(stage.request.jobs, beside.clone(), first);
    let apart: Vec<_> = apart.into_iter().map(|it| (it, first(it))).collect();
    let mut sessions: Vec<_> = beside.into_iter().zip(played).chain(apart).collect();
    sessions.sort_by_key(|it| it.0);
    let judged = sessions.iter().filter_map(|it| it.1.as_ref().ok());
    let mut convicted = confirm::convicted(&stage.rules, judged);
    let settled = sessions.into_iter().map(|(index, session)| {
        let chosen = &chosen[index];
        let again = |attempt| {
            let (done, id) = (done.load(Ordering::Relaxed), &chosen.scenario.id);
            stage.observer.progress(done, total, id);
            play(stage, chosen, attempt).ok()
        };
        session.map(|it| confirm::settle(it, &mut convicted, again))
    });
    Outcomes {
        sessions: settled.collect(),
    }
}

/// Held by every session while it is played, of whatever run of this process.
static COMPANY: RwLock<()> = RwLock::new(());

/// Room for a session, until it is dropped.
enum Room {
    Shared { _with: RwLockReadGuard<'static, ()> },
    Alone { _in: RwLockWriteGuard<'static, ()> },
}

/// Waits for room: who measures time is alone, also among the runs of other threads. What is played
/// again is played alone.
fn room(company: Company, attempt: usize) -> Room {
    match company {
        Company::Welcome if attempt == 1 => Room::Shared {
            _with: COMPANY.read().unwrap_or_else(PoisonError::into_inner),
        },
        Company::Welcome | Company::Alone => Room::Alone {
            _in: COMPANY.write().unwrap_or_else(PoisonError::into_inner),
        },
    }
}

/// Plays one scenario in a fresh process, and judges it.
pub(super) fn play(stage: &Stage<'_>, chosen: &Chosen, attempt: usize) -> Result<Session, String> {
    let request = stage.request;
    if link::interrupted() {
        return Err("the run was interrupted".to_owned());
    }
    if let Some(why) = stage.breaker.tripped(attempt > 1) {
        return Err(why);
    }
    let _room = room(chosen.scenario.company, attempt);
    let mut link = link::spawn(&request.spec).map_err(|err| err.to_string())?;
    let script = &chosen.scenario.script;
    // What has to be seen again is waited for in full.
    let settings = Settings {
        learned: (attempt == 1).then(|| Arc::clone(&stage.learned)),
        ..request.settings.clone()
    };
    let played = session::play(request.protocol, link.as_mut(), script, &settings);
    stage.breaker.note(&played, attempt > 1);
    let (name, id) = (request.protocol.name(), &chosen.scenario.id);
    stage
        .observer
        .recorded(name, id, attempt, &played.transcript);
    if let Some(remade) = played.remade.as_ref().filter(|it| it.flaw.is_none()) {
        stage.observer.remade(id, &remade.text);
    }
    Ok(digest::digest(stage, chosen, played))
}
