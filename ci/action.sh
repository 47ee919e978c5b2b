#!/bin/sh
# The steps of action.yml: installs ponderhit, checks the engine, and writes all reports to a folder.
#
# Variables: ENGINE (the command line of the engine), PROTOCOL, PROFILE, KNOWN (a file of known failures), ARGS (more
# options of `check`), VERSION (of ponderhit), REPORTS (the folder). All texts come from variables, never from the text
# of this script, so that no input is executed as shell code, except that ENGINE and ARGS are split at blanks.
set -eu

: "${REPORTS:=ponderhit-reports}"
: "${VERSION:=0.2.0}"
repository=https://github.com/ponderhit/ponderhit

# Downloads the released program and verifies its checksum. Fails if there is none for this machine.
install_released() {
    case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) target=x86_64-unknown-linux-musl ;;
    Linux-aarch64) target=aarch64-unknown-linux-musl ;;
    Darwin-arm64) target=aarch64-apple-darwin ;;
    Darwin-x86_64) target=x86_64-apple-darwin ;;
    MINGW*-x86_64 | MSYS*-x86_64) target=x86_64-pc-windows-msvc ;;
    *) return 1 ;;
    esac
    archive="ponderhit-$VERSION-$target.tar.gz"
    folder=$(mktemp -d) || return 1
    for file in "$archive" "$archive.sha256"; do
        curl --fail --silent --location --proto '=https' --output "$folder/$file" \
            "$repository/releases/download/v$VERSION/$file" || return 1
    done
    # A wrong checksum is no reason to build from source: it ends the action.
    sums=sha256sum
    command -v "$sums" >/dev/null 2>&1 || sums="shasum -a 256"
    (cd "$folder" && $sums --check "$archive.sha256" >/dev/null) || exit 70
    tar -xzf "$folder/$archive" -C "$folder" && PATH="$folder:$PATH"
}

# Another version has other rules.
installed=$(ponderhit --version 2>/dev/null) || installed=
if [ "$installed" != "ponderhit $VERSION" ]; then
    if ! install_released; then
        cargo install --locked --git "$repository" --tag "v$VERSION" ponderhit
        PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
    fi
    # Another program with this name may be in front of the installed one.
    installed=$(ponderhit --version)
    if [ "$installed" != "ponderhit $VERSION" ]; then
        echo "expected ponderhit $VERSION, but $(command -v ponderhit) is $installed" >&2
        exit 70
    fi
fi

mkdir -p "$REPORTS"
set -f # no file names in place of `*`
set -- check --report auto \
    --report "json=$REPORTS/report.json" \
    --report "html=$REPORTS/report.html" \
    --report "junit=$REPORTS/junit.xml" \
    --report "sarif=$REPORTS/report.sarif" \
    --transcripts "$REPORTS/transcripts"
[ -z "${PROTOCOL:-}" ] || set -- "$@" --protocol "$PROTOCOL"
[ -z "${PROFILE:-}" ] || set -- "$@" --profile "$PROFILE"
[ -z "${KNOWN:-}" ] || set -- "$@" --known-failures "$KNOWN"
# shellcheck disable=SC2086 # ARGS and ENGINE are split at blanks.
set -- "$@" ${ARGS:-}
# shellcheck disable=SC2086
[ -z "${ENGINE:-}" ] || set -- "$@" -- $ENGINE
exec ponderhit "$@"
