/* The data of the page: concepts N, relations E, papers P, and what follows from them. */
const DATA = json("kg-data");
const MARKS = json("kg-nodes");
const STROKES = json("kg-edges");
const TYPES = DATA.types.map(([name, light, dark, shape]) => ({ name, light, dark, shape }));
const PREDICATES = DATA.predicates.map(([name, label, symmetric]) => ({ name, label, symmetric: !!symmetric }));
/* A phone held upright begins with a smaller, taller map. */
const LEVELS = narrow() && innerHeight > innerWidth && DATA.levels.length ? [DATA.portrait, DATA.levels[DATA.levels.length - 1]] : DATA.levels;
const fullIri = short => (short.startsWith("~") ? DATA.base + short.slice(1) : short);

/* Texts come as numbers of words, frequent ones in fewer letters: see kg/views/words.py. */
const digitOf = new Map([...DATA.packing.letters].map((letter, value) => [letter, value]));

function unpack(text) {
  const { letters, leads, words } = DATA.packing;
  let found = "";
  for (let at = 0; at < text.length;) {
    let lead = digitOf.get(text[at++]), more = 0, first = 0, size = 1;
    for (; lead >= leads[more]; size *= letters.length) { lead -= leads[more]; first += leads[more++] * size; }
    for (; more > 0; more--) lead = lead * letters.length + digitOf.get(text[at++]);
    found += words[first + lead];
  }
  return found;
}

/* Ascending numbers come as the difference to the one before. */
const ascending = gaps => { let sum = 0; return gaps.map(gap => (sum += gap)); };

const SENTENCES = DATA.sentences.map(unpack);
const P = DATA.papers.map(([title, year, url, iri, tail], index) =>
  ({ index, title: unpack(title), year, url: DATA.heads[url] + tail, iri: fullIri(DATA.heads[iri] + tail), concepts: [] }));

const N = DATA.concepts.map((row, index) => {
  const [iri, label, type, kind, aliases, near, proposed, lines, broader] = row;
  const papers = ascending(near);
  for (const paper of papers) P[paper].concepts.push(index);
  const years = papers.map(paper => P[paper].year).filter(year => year != null).sort((a, b) => a - b);
  return {
    index, iri: fullIri(iri), label, type, kind, aliases, papers, proposed: new Set(proposed), lines, broader, years,
    size: MARKS[index].size,
    edges: [], folded: [label, ...aliases].map(fold),
  };
});

const E = DATA.relations.map((row, index) => {
  const [predicate, negative, support, confidence, count, readings] = row;
  const { from: subject, to: object, width } = STROKES[index];
  const edge = {
    index, subject, predicate, object, negative: !!negative, support, confidence: confidence / 100, count, width, bend: 0,
    readings: readings.map(([paper, sentence, s0, s1, o0, o1, sure, source]) => ({
      paper, sentence: SENTENCES[sentence], marks: [[s0, s1, "s"], [o0, o1, "o"]], confidence: sure / 100,
      source: DATA.sources[source],
    })),
  };
  N[subject].edges.push(index);
  if (object !== subject) N[object].edges.push(index);
  return edge;
});

const pairKey = edge => Math.min(edge.subject, edge.object) * N.length + Math.max(edge.subject, edge.object);
const PAIRS = new Map();
for (const edge of E) {
  const key = pairKey(edge);
  if (!PAIRS.has(key)) PAIRS.set(key, []);
  PAIRS.get(key).push(edge.index);
}

const YEARS = P.map(paper => paper.year).filter(year => year != null);
const FIRST_YEAR = YEARS.length ? Math.min(...YEARS) : 0;
const LAST_YEAR = YEARS.length ? Math.max(...YEARS) : 0;
const MOST_SUPPORT = E.reduce((most, edge) => Math.max(most, edge.support), 1);

const otherEnd = (edge, node) => (edge.subject === node ? edge.object : edge.subject);
const relationLabel = edge => (edge.negative ? "not: " : "") + PREDICATES[edge.predicate].label;
const typeName = node => TYPES[node.type].name;
const years = node => {
  const [first, last] = [node.years[0], node.years[node.years.length - 1]];
  return first == null ? "" : first === last ? String(first) : first + "–" + last;
};
/* Concepts that the map draws: the others have no relation here and live in search and tables. */
const PLACED = LEVELS[LEVELS.length - 1].x.length;
