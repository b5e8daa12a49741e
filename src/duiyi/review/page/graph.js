// The win-rate graph: an area for two seats, stacked shares for more; unknown plies are bridged by straight lines.
const GRAPH = { width: 1000, height: 150 };

function graphX(ply, count) {
  return count <= 1 ? 0 : (ply / (count - 1)) * GRAPH.width;
}

function sharesOf(rates) {
  const sum = rates.reduce((total, rate) => total + Math.max(0, rate), 0);
  return rates.map((rate) => (sum === 0 ? 1 / rates.length : Math.max(0, rate) / sum));
}

function bandPath(series, seat) {
  const edge = (parts) => series.map((rates, ply) => {
    const top = sharesOf(rates).slice(0, parts).reduce((total, share) => total + share, 0);
    return `${graphX(ply, series.length).toFixed(1)},${(GRAPH.height * (1 - top)).toFixed(1)}`;
  });
  return `M${edge(seat + 1).join("L")}L${edge(seat).reverse().join("L")}Z`;
}

function linePath(series) {
  return `M${series.map((rates, ply) => `${graphX(ply, series.length).toFixed(1)},${(GRAPH.height * (1 - sharesOf(rates)[0])).toFixed(1)}`).join("L")}`;
}

function drawGraph(data, opinion, others, ply) {
  const series = opinion.thoughts.map((thought) => thought.rates);
  const count = series.length;
  const seats = data.game.seats.length;
  const bands = data.game.seats.map((_, seat) => tag("path", { d: bandPath(series, seat), fill: seatColour(data.game, seat) }));
  const lines = seats === 2 ? others.map((other) =>
    tag("path", { class: "other", d: linePath(other.thoughts.map((thought) => thought.rates)) })) : [];
  const marks = opinion.moves.filter((move) => move.verdict).map((move) => {
    const cx = graphX(move.ply, count);
    const cy = seats === 2 ? GRAPH.height * (1 - sharesOf(series[move.ply])[0]) : 12;
    return `<span class="dot ${move.verdict}" style="left:${(100 * cx) / GRAPH.width}%;top:${(100 * cy) / GRAPH.height}%"></span>`;
  });
  const quarters = [1, 2, 3].map((part) => tag("path", { class: part === 2 ? "middle" : "quarter", d: `M0,${(GRAPH.height * part) / 4}H${GRAPH.width}` }));
  const cursor = tag("path", { class: "cursor", d: `M${graphX(ply, count)},0V${GRAPH.height}` });
  const svg = tag("svg", { viewBox: `0 0 ${GRAPH.width} ${GRAPH.height}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    bands.join("") + quarters.join("") + (seats === 2 ? tag("path", { class: "edge", d: linePath(series) }) : "") + lines.join("") + cursor);
  return svg + marks.join("");
}
