// The page: one state (ply, engine, language), drawn anew on every change.
const WORDS = {
  en: {
    review: "Review", ideas: "Best lines here", turning: "Turning points", none: "No move gave much away.", moves: "Moves",
    compared: "Engines compared", accuracy: "accuracy", blunder: "Blunder", mistake: "Mistake", inaccuracy: "Inaccuracy",
    over: "The game is over.", instead: "better", win: "win rate", start: "Start", same: "same best move", apart: "mean difference",
    widest: "widest at move", wins: "wins in", loses: "loses in", depth: "depth", other: "中文", first: "First", back: "Back", next: "Next", last: "Last",
    footer: "Arrow keys: one move · Home and End: first and last · Up and Down: next marked move · made by Duiyi 对弈, works offline",
  },
  zh: {
    review: "复盘", ideas: "此处最佳变化", turning: "转折点", none: "没有一步棋损失很大。", moves: "着法",
    compared: "引擎比较", accuracy: "准确度", blunder: "大错", mistake: "失误", inaccuracy: "不精确",
    over: "对局已经结束。", instead: "更好", win: "胜率", start: "开局", same: "首选相同", apart: "平均差异",
    widest: "分歧最大在第", wins: "步内胜", loses: "步内负", depth: "深度", other: "English", first: "开头", back: "上一着", next: "下一着", last: "最后",
    footer: "左右方向键：逐着 · Home / End：首尾 · 上下方向键：下一处标记 · 由对弈 Duiyi 生成，可离线使用",
  },
};
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const data = JSON.parse(document.getElementById("data").textContent);
const state = { ply: 0, engine: 0, language: navigator.language.startsWith("zh") ? "zh" : "en" };
const at = (id) => document.getElementById(id);
const t = (word) => WORDS[state.language][word];
const percent = (rate) => `${(100 * rate).toFixed(rate > 0.995 || rate < 0.005 ? 0 : 1)}%`;
const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const moveText = (words) => escaped(words[state.language === "zh" ? 1 : 0]);
const nameOf = (seat) => escaped(data.header.names[seat] || data.game.seats[seat][state.language]);

function go(ply) {
  state.ply = Math.max(0, Math.min(data.plies.length - 1, ply));
  history.replaceState(null, "", `#${state.ply}`);
  draw();
}

function judgedAt(ply) {
  return data.opinions[state.engine].moves.find((move) => move.ply === ply);
}

function chip(seat) {
  return `<i class="chip" style="background:${seatColour(data.game, seat)}"></i>`;
}

function drawHeader() {
  document.documentElement.lang = state.language === "zh" ? "zh-CN" : "en";
  const title = data.game.title[state.language];
  at("title").innerHTML = data.game.seats.map((_, seat) => `${chip(seat)}${nameOf(seat)}`).join(" <small>–</small> ");
  const parts = [`${title} · ${t("review")}`, data.header.title, data.header.date, data.header.result?.[state.language]];
  at("subtitle").textContent = parts.filter(Boolean).join(" · ");
  document.title = `${title} · ${t("review")} · 对弈 Duiyi`;
  at("language").textContent = t("other");
  at("engines").innerHTML = data.opinions.length < 2 ? "" : data.opinions.map((opinion, index) =>
    `<button type="button" data-engine="${index}" aria-pressed="${index === state.engine}">${escaped(opinion.engine)}</button>`).join("");
}

function drawSeats(opinion) {
  const rates = opinion.thoughts[state.ply].rates;
  at("seats").innerHTML = opinion.seats.map((seat) => `<div class="seat${data.plies[state.ply].seat === seat.seat ? " turn" : ""}">
    <div class="name">${chip(seat.seat)}<b>${nameOf(seat.seat)}</b><span class="rate">${percent(rates[seat.seat])}</span></div>
    <div class="bar"><i style="width:${100 * sharesOf(rates)[seat.seat]}%;background:${seatColour(data.game, seat.seat)}"></i></div>
    <div class="accuracy"><b>${seat.accuracy.toFixed(0)}</b> ${t("accuracy")}</div>
    <div class="counts"><span class="blunder">${seat.blunders} ??</span><span class="mistake">${seat.mistakes} ?</span><span class="inaccuracy">${seat.inaccuracies} ?!</span></div>
  </div>`).join("");
}

function drawIdeas(opinion) {
  const ply = data.plies[state.ply];
  const thought = opinion.thoughts[state.ply];
  const judged = judgedAt(state.ply);
  const before = state.ply > 0 ? opinion.thoughts[state.ply - 1].ideas[0] : undefined;
  let said = "";
  if (judged?.verdict) {
    const better = before ? ` · ${t("instead")} <b>${moveText(before.moves[0])}</b>` : "";
    said = `<span class="badge ${judged.verdict}">${moveText(ply.move)} ${SIGNS[judged.verdict]}</span> ${t(judged.verdict)}, −${percent(judged.loss)}${better}`;
  }
  at("verdict").innerHTML = said;
  at("ideas").innerHTML = thought.ideas.map((idea, index) => {
    const end = idea.end ? ` <em>${state.language === "zh" ? `${Math.abs(idea.end)} ` : ""}${t(idea.end > 0 ? "wins" : "loses")}${state.language === "zh" ? "" : ` ${Math.abs(idea.end)}`}</em>` : "";
    return `<li class="idea${index}"><span class="rate">${percent(idea.rates[ply.seat])}</span><span class="line"><b>${moveText(idea.moves[0])}</b> ${idea.moves.slice(1).map(moveText).join(" ")}${end}</span></li>`;
  }).join("") || `<li class="empty">${t("over")}</li>`;
  at("comment").textContent = ply.comment ?? "";
}

function drawTurning(opinion) {
  at("turning").innerHTML = opinion.turning.map((ply) => {
    const judged = judgedAt(ply);
    const best = opinion.thoughts[ply - 1].ideas[0];
    return `<button type="button" class="turn-row" data-ply="${ply}"><span class="number">${ply}</span>${chip(judged.seat)}
      <span class="badge ${judged.verdict}">${moveText(data.plies[ply].move)} ${SIGNS[judged.verdict]}</span>
      <span class="drop">${percent(opinion.thoughts[ply - 1].rates[judged.seat])} → ${percent(opinion.thoughts[ply].rates[judged.seat])}</span>
      <span class="instead">${best ? `${t("instead")} ${moveText(best.moves[0])}` : ""}</span></button>`;
  }).join("") || `<p>${t("none")}</p>`;
}

function drawComparison() {
  at("compared").hidden = data.comparisons.length === 0;
  at("comparison").innerHTML = data.comparisons.map((one) => `<p><b>${one.engines.map(escaped).join(" / ")}</b><br>
    ${t("same")} ${percent(one.same_best)} · ${t("apart")} ${percent(one.mean_difference)} ·
    <button type="button" class="link" data-ply="${one.widest}">${t("widest")} ${one.widest}${state.language === "zh" ? " 着" : ""}</button></p>`).join("");
}

function drawMoves() {
  at("moves").innerHTML = data.plies.slice(1).map((ply, index) => {
    const judged = judgedAt(index + 1);
    const sign = judged?.verdict ? ` <span class="${judged.verdict}">${SIGNS[judged.verdict]}</span>` : "";
    const number = index % data.game.seats.length === 0 ? `<span class="number">${index / data.game.seats.length + 1}</span>` : "";
    return `${number}<button type="button" data-ply="${index + 1}" ${index + 1 === state.ply ? 'aria-current="true"' : ""}>${moveText(ply.move)}${sign}</button>`;
  }).join("");
  at("moves").className = `per${data.game.seats.length}`;
  at("moves").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

function draw() {
  const opinion = data.opinions[state.engine];
  const others = data.opinions.filter((_, index) => index !== state.engine);
  drawHeader();
  at("board").innerHTML = drawBoard(data.game, data.plies[state.ply], opinion.thoughts[state.ply].ideas);
  at("graph").innerHTML = drawGraph(data, opinion, others, state.ply);
  at("graph").setAttribute("aria-label", t("win"));
  for (const button of document.querySelectorAll("[data-go]")) button.setAttribute("aria-label", t(button.dataset.go));
  at("graph").setAttribute("aria-valuemax", data.plies.length - 1);
  at("graph").setAttribute("aria-valuenow", state.ply);
  at("now").innerHTML = `${state.ply} / ${data.plies.length - 1} · ${state.ply ? moveText(data.plies[state.ply].move) : t("start")}`;
  const thought = opinion.thoughts[state.ply];
  at("ideas-title").textContent = `${t("ideas")}${thought.depth ? ` · ${t("depth")} ${thought.depth}` : ""}`;
  for (const name of ["turning", "moves", "compared"]) at(`${name}-title`).textContent = t(name);
  at("footer").textContent = t("footer");
  drawSeats(opinion);
  drawIdeas(opinion);
  drawTurning(opinion);
  drawComparison();
  drawMoves();
}

function marked(step) {
  const plies = data.opinions[state.engine].moves.filter((move) => move.verdict).map((move) => move.ply);
  const next = step > 0 ? plies.find((ply) => ply > state.ply) : plies.findLast((ply) => ply < state.ply);
  if (next !== undefined) go(next);
}

const KEYS = {
  ArrowLeft: () => go(state.ply - 1), ArrowRight: () => go(state.ply + 1), Home: () => go(0), End: () => go(Infinity),
  PageUp: () => go(state.ply - 10), PageDown: () => go(state.ply + 10), ArrowUp: () => marked(-1), ArrowDown: () => marked(1),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key]();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.ply) go(Number(button.dataset.ply));
  if (button.dataset.engine) { state.engine = Number(button.dataset.engine); draw(); }
  if (button.dataset.go) go({ first: 0, back: state.ply - 1, next: state.ply + 1, last: Infinity }[button.dataset.go]);
  if (button.id === "language") { state.language = state.language === "zh" ? "en" : "zh"; draw(); }
});
function drag(event) {
  const box = at("graph").getBoundingClientRect();
  go(Math.round(((event.clientX - box.left) / box.width) * (data.plies.length - 1)));
}
at("graph").addEventListener("pointerdown", (event) => { at("graph").setPointerCapture(event.pointerId); drag(event); });
at("graph").addEventListener("pointermove", (event) => { if (event.buttons) drag(event); });
go(/^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : (data.opinions[0].turning[0] ?? 0));
