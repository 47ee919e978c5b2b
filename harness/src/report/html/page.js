"use strict";
document.getElementById("filters").hidden = false;
document.getElementById("only-open").addEventListener("change", (event) =>
  document.body.classList.toggle("only-open", event.target.checked));
for (const code of document.querySelectorAll("code.copy")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "copy";
  button.addEventListener("click", () => {
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    if (navigator.clipboard) navigator.clipboard.writeText(code.textContent).then(() => { button.textContent = "copied"; });
  });
  code.after(button);
}
