// The board as SVG, from cells alone: wood with lines and stones, cloth with discs, the river board, the star, or squares.
const CAMP_COLOURS = ["#e03131", "#f08c00", "#f2c200", "#2b8a3e", "#1971c2", "#7048e8"];
const XIANGQI = { letters: "KABRNCPkabrncp", characters: [..."帥仕相俥傌炮兵將士象車馬砲卒"] };

function campColour(code) {
  return CAMP_COLOURS[(((code.charCodeAt(0) - 65) % 6) + 6) % 6];
}

function tag(name, attributes, inside = "") {
  const words = Object.entries(attributes).map(([key, value]) => `${key}="${value}"`);
  return `<${name} ${words.join(" ")}>${inside}</${name}>`;
}

function boundsOf(cells) {
  const xs = cells.map((cell) => cell[0]);
  const ys = cells.map((cell) => cell[1]);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function gradient(id, stops, at = 'cx="0.35" cy="0.3" r="0.8"') {
  const inside = stops.map(([offset, colour, opacity = 1]) =>
    tag("stop", { offset, "stop-color": colour, "stop-opacity": opacity }),
  );
  return `<radialGradient id="${id}" ${at}>${inside.join("")}</radialGradient>`;
}

const DEFS = [
  `<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#ecce92"/>` +
    `<stop offset=".5" stop-color="#e0b46d"/><stop offset="1" stop-color="#cf9c54"/></linearGradient>`,
  `<linearGradient id="frame" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#7a5433"/>` +
    `<stop offset="1" stop-color="#472c18"/></linearGradient>`,
  gradient("felt", [[0, "#2f9e5f"], [1, "#1b6b3e"]], 'cx="0.5" cy="0.45" r="0.75"'),
  gradient("black", [[0, "#6a6762"], [0.35, "#33312e"], [1, "#0c0b0a"]]),
  gradient("white", [[0, "#ffffff"], [0.6, "#f4efe4"], [1, "#c9c0ae"]]),
  gradient("face", [[0, "#fff5dc"], [0.6, "#f3dcab"], [1, "#d9b271"]]),
  gradient("glass", [[0, "#fff", 0.95], [0.16, "#fff", 0.42], [0.36, "#fff", 0], [0.9, "#000", 0.38], [1, "#000", 0.55]]),
  gradient("hole", [[0, "#8a5e31"], [0.7, "#5f3d1b"], [1, "#3f2610"]], 'cx="0.5" cy="0.62" r="0.58"'),
].join("");

function label(x, y, text, fill, size = 0.34) {
  return tag("text", { x, y: y + size * 0.36, "font-size": size, fill, "text-anchor": "middle" }, text);
}

/** Names of files and ranks, taken from the labels of the cells at the edge. */
function edgeLabels(game, bounds, offset, fill) {
  let out = "";
  for (const [x, y, text] of game.cells) {
    const parts = /^([a-zA-Z]+)(\d+)$/.exec(text);
    if (!parts) return "";
    if (y === bounds.y + bounds.height) out += label(x, y + offset, parts[1].toUpperCase(), fill);
    if (x === bounds.x) out += label(x - offset, y, parts[2], fill);
  }
  return out;
}

function plank(box, fill, rx = 0.2) {
  return tag("rect", { x: box.x, y: box.y + 0.05, width: box.width, height: box.height, rx, fill: "#000", opacity: 0.16 }) +
    tag("rect", { ...box, rx, fill });
}

function grown(box, by) {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

function gridLines({ x, y, width, height }) {
  let d = "";
  for (let i = 0; i <= height; i++) d += `M${x} ${y + i}h${width}`;
  for (let i = 0; i <= width; i++) d += `M${x + i} ${y}v${height}`;
  return d;
}

function disc(code, radius) {
  const isBlack = code === "x";
  return tag("ellipse", { cy: 0.07, rx: radius, ry: radius * 0.97, fill: "#000", opacity: 0.28 }) +
    tag("circle", { r: radius, fill: `url(#${isBlack ? "black" : "white"})` });
}

function starPoints({ x, y, width, height }) {
  const size = Math.min(width, height) + 1;
  if (size < 7) return [];
  const near = size >= 13 ? 3 : 2;
  const points = [[x + near, y + near], [x + width - near, y + near], [x + near, y + height - near]];
  points.push([x + width - near, y + height - near]);
  if (width % 2 === 0 && height % 2 === 0) points.push([x + width / 2, y + height / 2]);
  return points;
}

const STONES = {
  margin: 1.1,
  radius: 0.46,
  ground(game, bounds) {
    const dots = starPoints(bounds).map(([cx, cy]) => tag("circle", { cx, cy, r: 0.09, fill: "#3b2410" }));
    return plank(grown(bounds, 1.05), "url(#wood)") +
      tag("path", { d: gridLines(bounds), stroke: "#3b2410", "stroke-width": 0.035, fill: "none", opacity: 0.85 }) +
      tag("rect", { ...bounds, fill: "none", stroke: "#3b2410", "stroke-width": 0.06 }) +
      dots.join("") + edgeLabels(game, bounds, 0.74, "#5d3c18");
  },
  piece: (code) => disc(code, 0.46),
};

const DISCS = {
  margin: 1.1,
  radius: 0.42,
  ground(game, bounds) {
    const field = grown(bounds, 0.5);
    return plank(grown(bounds, 1.06), "url(#frame)") +
      tag("rect", { ...field, fill: "url(#felt)" }) +
      tag("path", { d: gridLines(field), stroke: "#0d3d22", "stroke-width": 0.035, fill: "none" }) +
      edgeLabels(game, bounds, 0.79, "#f3dfbf");
  },
  piece: (code) => disc(code, 0.42),
};

function glyph(character, height, fill, x = 0, y = 0) {
  const scale = (height / (GLYPH_EM * 0.9)).toFixed(5);
  return tag("path", { d: GLYPHS[character] ?? "", fill, transform: `translate(${x} ${y}) scale(${scale})` });
}

const RIVER = {
  margin: 0.85,
  radius: 0.45,
  ground(game, bounds) {
    let d = "";
    for (let y = 1; y < 9; y++) d += `M0 ${y}h8`;
    for (let x = 1; x < 8; x++) d += `M${x} 0v4M${x} 5v4`;
    d += "M3 0l2 2M5 0l-2 2M3 7l2 2M5 7l-2 2";
    const words = [..."楚河漢界"].map((word, i) => glyph(word, 0.5, "#3b2410", [1.45, 2.55, 5.45, 6.55][i], 4.5));
    return plank(grown(bounds, 0.82), "url(#wood)") +
      tag("path", { d, stroke: "#3b2410", "stroke-width": 0.034, fill: "none", opacity: 0.88 }) +
      tag("rect", { ...bounds, fill: "none", stroke: "#3b2410", "stroke-width": 0.04 }) +
      tag("rect", { ...grown(bounds, 0.13), fill: "none", stroke: "#3b2410", "stroke-width": 0.075 }) + words.join("");
  },
  piece(code) {
    const isRed = code === code.toUpperCase();
    const ink = isRed ? "#b3261e" : "#20252b";
    return tag("ellipse", { cy: 0.08, rx: 0.46, ry: 0.45, fill: "#000", opacity: 0.3 }) +
      tag("circle", { r: 0.45, fill: "#b98a4c" }) + tag("circle", { r: 0.425, fill: "url(#face)" }) +
      tag("circle", { r: 0.372, fill: "none", stroke: ink, "stroke-width": isRed ? 0.018 : 0.03 }) +
      glyph(XIANGQI.characters[XIANGQI.letters.indexOf(code)], 0.53, ink);
  },
};

const SIGNS_OF_CAMPS = {
  A: "M0-.1a.1 .1 0 1 0 .001 0z",
  B: "M-.15-.045h.3v.09h-.3z",
  C: "M-.045-.15h.09v.105h.105v.09h-.105v.105h-.09v-.105h-.105v-.09h.105z",
  D: "M0-.15L.145 .1h-.29z",
  E: "M0-.145a.145 .145 0 1 0 .001 0zM0-.07a.07 .07 0 1 1-.001 0z",
  F: "M0-.17L.045-.055.165-.05.07 .025.1 .14 0 .075-.1 .14-.07 .025-.165-.05-.045-.055z",
};

const STAR = {
  margin: 1.2,
  radius: 0.4,
  ground(game, bounds) {
    const r = Math.max(bounds.width / 2, bounds.height / 2) + 0.75;
    const corner = (i) => `${(r * 1.02 * Math.sin((i * Math.PI) / 3)).toFixed(3)} ${(-r * 1.02 * Math.cos((i * Math.PI) / 3)).toFixed(3)}`;
    const outline = `M${[0, 1, 2, 3, 4, 5].map(corner).join("L")}Z`;
    const look = { d: outline, "stroke-linejoin": "round", "stroke-width": 0.5 };
    const links = game.links.map(([a, b]) => `M${game.cells[a][0]} ${game.cells[a][1]}L${game.cells[b][0]} ${game.cells[b][1]}`);
    const camps = game.cells.filter((cell) => cell[3]).map(([cx, cy, , camp]) =>
      tag("circle", { cx, cy, r: 0.5, fill: campColour(camp), opacity: 0.2 }));
    const holes = game.cells.map(([cx, cy]) => tag("circle", { cx, cy, r: 0.27, fill: "url(#hole)" }));
    return tag("path", { ...look, fill: "url(#wood)", stroke: "#cf9c54" }) + camps.join("") +
      tag("path", { d: links.join(""), stroke: "#6b4520", "stroke-width": 0.03, opacity: 0.4 }) + holes.join("");
  },
  piece(code) {
    return tag("ellipse", { cy: 0.09, rx: 0.42, ry: 0.4, fill: "#000", opacity: 0.3 }) +
      tag("circle", { r: 0.4, fill: campColour(code) }) + tag("circle", { r: 0.4, fill: "url(#glass)" }) +
      tag("path", { d: SIGNS_OF_CAMPS[code] ?? "", fill: "#fff", opacity: 0.92, stroke: "#000", "stroke-opacity": 0.35, "stroke-width": 0.015 });
  },
};

const PLAIN = {
  margin: 0.8,
  radius: 0.4,
  ground(game, bounds) {
    const squares = game.cells.map(([x, y]) =>
      tag("rect", { x: x - 0.48, y: y - 0.48, width: 0.96, height: 0.96, rx: 0.08, fill: "#f3ebd8", opacity: 0.55 }));
    return plank(grown(bounds, 0.75), "url(#wood)") + squares.join("");
  },
  piece(code) {
    if (code === "x" || code === "o") return disc(code, 0.4);
    return tag("circle", { r: 0.4, fill: campColour(code.toUpperCase()) }) + label(0, 0, code, "#fff", 0.4);
  },
};

const SKINS = { reversi: DISCS, gomoku: STONES, nogo: STONES, xiangqi: RIVER, chinese_checkers: STAR };

/** What a seat's colour is in graphs. */
function seatColour(game, seat) {
  if (game.skin === "chinese_checkers") return campColour(game.seats[seat].en.slice(-1));
  if (game.seats.length > 2) return CAMP_COLOURS[seat % 6];
  return (game.skin === "xiangqi" ? ["#b3261e", "#3b3a38"] : ["#3b3a38", "#e9e3d6"])[seat];
}

function trail(game, path, colour, width) {
  const points = path.map((cell) => `${game.cells[cell][0]} ${game.cells[cell][1]}`);
  return tag("path", { d: `M${points.join("L")}`, stroke: colour, "stroke-width": width, fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round", opacity: 0.85 });
}

function arrowHead(game, path, colour) {
  const [a, b] = path.slice(-2).map((cell) => game.cells[cell]);
  const angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  return tag("path", { d: "M0.2 0L-0.22 0.24L-0.22 -0.24Z", fill: colour, opacity: 0.95, transform: `translate(${b[0]} ${b[1]}) rotate(${angle})` });
}

/** The first moves of lines: an arrow, or a numbered spot where a piece is placed. */
function ideaMarks(game, ideas, skin) {
  const colours = ["#1f7a3d", "#1c6fb8", "#c2620a"];
  return ideas.slice(0, 3).map(({ path }, index) => {
    const colour = colours[index];
    if (path.length === 0) return "";
    if (path.length > 1) return trail(game, path, colour, 0.14) + arrowHead(game, path, colour);
    const [cx, cy] = game.cells[path[0]];
    return tag("circle", { cx, cy, r: skin.radius * 0.78, fill: colour, opacity: 0.9 }) + label(cx, cy, index + 1, "#fff", 0.42);
  }).reverse().join("");
}

function lastMark(game, path, skin) {
  if (path.length === 0) return "";
  const colour = game.skin === "reversi" ? "#ffb03a" : "#0a6fd0";
  if (path.length > 1) {
    const [x, y] = game.cells[path[0]];
    return tag("circle", { cx: x, cy: y, r: skin.radius * 0.6, fill: "none", stroke: colour, "stroke-width": 0.07, "stroke-dasharray": "0.14 0.1" }) +
      tag("circle", { cx: game.cells[path.at(-1)][0], cy: game.cells[path.at(-1)][1], r: skin.radius + 0.05, fill: "none", stroke: colour, "stroke-width": 0.09 });
  }
  const [cx, cy] = game.cells[path[0]];
  return tag("circle", { cx, cy, r: 0.14, fill: colour });
}

function drawBoard(game, ply, ideas) {
  const skin = SKINS[game.skin] ?? PLAIN;
  const bounds = boundsOf(game.cells);
  const view = grown(bounds, skin.margin);
  const pieces = ply.board.map((code, cell) =>
    code === "" ? "" : tag("g", { transform: `translate(${game.cells[cell][0]} ${game.cells[cell][1]})` }, skin.piece(code)));
  const inside = `<defs>${DEFS}</defs>` + skin.ground(game, bounds) + pieces.join("") +
    lastMark(game, ply.path ?? [], skin) + ideaMarks(game, ideas, skin);
  return tag("svg", { viewBox: `${view.x} ${view.y} ${view.width} ${view.height}`, xmlns: "http://www.w3.org/2000/svg", role: "img" }, inside);
}
