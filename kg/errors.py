"""Every error and warning of kg: a code to search for, what happened, and what to do about it."""

from __future__ import annotations

from functools import partial
from typing import Final

MESSAGES: Final[dict[str, str]] = {
    # input
    "E001": "{path}: no such file. Check the name, or quote a pattern so that the shell passes it on.",
    "E002": "{path}: cannot be read ({reason}). Check its permissions.",
    "E003": "{path}: the file is empty. Nothing to read.",
    "E004": "{path}: not a text file (found {found}). Give a reading list: plain text, JSON lines, BibTeX, RIS …",
    "E005": "no paper was found in {paths}. `kg read` shows what was understood of each file and why the rest was skipped.",
    "E006": "nothing to read. Name a reading list, or try the bundled one: kg build --sample",
    "E007": "{path}: no build whose papers were kept. Build it again with this version: kg build INPUT -o FOLDER",
    # readers
    "E101": "{path}: a folder without files. Name the reading lists, or a folder that holds some.",
    "E102": "{file}: a web page that names no paper and has no table of papers. It may be a log-in page saved in place of the export; export again.",
    "E103": "{folder}: no room for the papers read so far ({reason}). Free some, or set TMPDIR to a folder with more.",
    "E104": "{file}: the archive is damaged or of a kind that is not read. Unpack it and give what was in it.",
    "E105": "{file}: an office document. Save it as CSV, as an Excel workbook (xlsx) or as plain text.",
    "E106": "{file}: reading PDF needs an extra. Install it: pip install 'kg[pdf]'",
    "E107": "{file}: this PDF cannot be read ({reason}). Is it damaged, or locked with a password?",
    "E108": "{file}: this workbook cannot be read ({reason}). Save it again, or as CSV.",
    "E109": "{file}: reading stopped early ({reason}). What came before was read.",
    "E110": "{file}: the database of a program, not an export. Open it there and export BibTeX, RIS or CSL JSON with abstracts.",
    "E111": "{file}: reading Parquet needs an extra. Install it: pip install 'kg[parquet]'",
    "E112": "{file}: this Parquet file cannot be read ({reason}). What came before was read.",
    "W101": "{file}: not UTF-8 from line {line} on; what is not was read as Windows-1252. Save the file as UTF-8 if letters look wrong.",
    "W102": "{file}: {count} control characters were left out, the first in line {line}.",
    "W103": "{file}: line {line}: the text was clipped after {limit} characters. An abstract is shorter; is it a full text?",
    "W104": "{file}: line {line} was cut after {limit} characters.",
    "W105": "{file}: line {line}: letters that had been encoded twice were repaired. Compare them with the original.",
    "W106": "{file}: line {line}: an empty element (null) is no record.",
    "W107": "{file}: no reading list by its content or its ending ({ending}). It was left out; name the file itself to have it read.",
    "W108": "{file}: read as {format}, but no record was found in it. See docs/formats.md for what is read.",
    "W109": "{file}: {count} more records were skipped than are listed one by one.",
    "W110": "{file}: line {line}: entry {key} is damaged ({reason}). What could be made out was read; compare it.",
    "W111": "{file}: line {line}: the key {key} was used before. Both entries were kept.",
    "W112": "{file}: line {line}: the record lacks its first or its last tag. It was read; see that nothing of its neighbour is in it.",
    "W113": "{file}: line {line}: entry {key} takes fields from {other}, which is not in the file. It was read without them.",
    "W120": "{file}: line {line}: a quotation mark is never closed. The line was read by itself; compare it.",
    "W121": "{file}: no column is known to hold the {missing}. The columns are: {columns}. Rename one to `{missing}` if it does.",
    "W122": "{file}: {count} list items with a link were taken for no paper, the first in line {line} ({text}). A link to the paper itself, or a year, makes one.",
    "W130": "{file}: line {line}: not well-formed XML ({reason}). What is damaged there was left out.",
    "W131": "{file}: declares entities of its own, which no reading list needs and which can be an attack. Not read.",
    "W132": "{file}: line {line}: not well-formed YAML ({reason}). It was read part by part; compare what was found.",
    "W140": "{file}: line {line}: an object with none of title, abstract and DOI is no record (it has {members}).",
    "W141": "{file}: line {line}: {reason}. What came before was read.",
    "W150": "{file}: line {line}: DOI {doi} is also that of another title ({other}). Both were kept, each as a paper of its own.",
    "W160": "{file}: no abstract was found in this PDF.",
    # output and what is kept of the papers
    "E020": "{path}: cannot be written ({reason}). Choose another place with -o; the previous output is unchanged.",
    "E021": "{path}: another build is writing here. Wait for it to end, or choose another folder with -o.",
    "E022": "{path}: the system refuses to read or write it ({reason}). Check the permissions and the space left there.",
    "E023": "{path}: what was kept of the papers is damaged ({reason}). Delete the file and build again.",
    "E024": "{path}: nothing is kept here. Name the folder of a build.",
    "E025": "{path}: what was kept of the papers was kept by another version of kg. Delete the file and build again.",
    "E026": "{path}: this is one of the folders to be merged. Choose another folder with -o.",
    # graph
    "E030": "{path}: no graph here. Build one first: kg build INPUT -o {path}",
    # extract
    "E201": "{relation} does not hold between {head} and {tail}.",
    "E202": "the text breaks off in the middle of the relation's object or subject.",
    "E203": "the text sets the two apart from each other ({relation}).",
    "E204": "the sentence speaks of the future, not of what is ({relation}).",
    "E210": "give one thing to read: a file, - for standard input, or --text TEXT.",
    "E220": "there is no engine called {name}. Choose one of {known}.",
    "E221": "the engine {name} needs {package}. Install the extra, on every machine: pip install 'kg[{name}]'",
    "E222": "a process that reads texts died {times} times at the same place. Is there memory for all of them? With fewer --jobs there is more for each.",
    "E223": "a process that reads texts has the extractor {found}, not {wanted}. Install the same version of kg on every machine.",
    "E224": "{address}: no Ray cluster answers ({reason}). Start one with `ray start --head`, or leave --address out.",
    "E225": "--shard {value}: write i/n, such as 1/16 for the first of sixteen.",
    "E226": "{path}: no whole file of extractions ({reason}). Make it again: kg extract-shard",
    "E227": "{path}: no file of extractions (*{ending}) in this folder.",
    "W220": "{path}: read by another version of the extractor ({found}). Left out: its papers are read here.",
    "W221": "of {count} shards {missing} are missing, among them {first}. Their papers are read here.",
    # link
    "E301": "{name} is a general word and names no concept.",
    "E302": "the curation file drops {name}.",
    "E303": "{name} is an ambiguous name, and the text uses it for something that is no concept.",
    "E304": "{name} is an ambiguous name, and nothing in the text tells its senses apart.",
    "E305": "{name}: subject and object are the same concept.",
    "E306": "{name}: the relation does not hold between these types of concept.",
    "E307": "{name}: subject or object names no concept.",
    "E308": "{name}: may be two names of one concept. Confirm it in the curation file.",
    "E310": "{path}: line {line}: {reason}",
    "E311": "{path}: not a curation file ({reason}). docs/curation.md describes its form.",
    "E312": "the graph has no concept called {name}.{near}",
    "E313": "{name} may be any of: {candidates}. Use one of these names.",
    "E314": "{path}: this build kept no record of its linking. Build it again: kg build INPUT -o {path}",
    "W301": "line {line} of the curation file matches nothing any more: {rule}",
    "W302": "{name} is defined in more than one way ({meanings}); where a text defines it not, it stays apart.",
    # graph, store and export
    "E401": "<{iri}> is no IRI ({reason}). A concept's slug or a vocabulary's link is at fault: correct it there.",
    "E402": "no such level of evidence: {level}. Choose one of {known}.",
    "E403": "{path}: no RDF syntax goes by this ending. Known are {known}.",
    "E404": "{path}: the graph is damaged ({reason}). Build it again: kg build INPUT -o FOLDER",
    "E405": "{path}: this graph has been closed. Open it again with Graph.open.",
    "E406": "rdflib has no form for {term}.",
    "E407": "{path}: the store is damaged ({reason}). It is made again from graph.ttl the next time: give the same command once more.",
    "E410": "there is no export format {form}. Choose one of {known}.",
    "E411": "{form} needs the extra kg[{extra}]: pip install 'kg[{extra}]'",
    "E412": "{path}: not written, since {what} would be lost. Choose another name with -o.",
    "W401": "{paper}: {count} characters that RDF/XML cannot hold became U+FFFD in the graph, the first of them {first}. Offsets stay right.",
    "W402": "{count} more papers have characters that RDF/XML cannot hold; they became U+FFFD in the graph.",
    "E420": "{url} did not take the graph ({reason}). Once that is mended, the same command goes on where it stopped.",
    "E421": "{url} is no http(s) address. Give that of a graph store, such as http://localhost:7878/store.",
    "E422": "{value} is no IRI ({reason}). A graph is named by one, such as https://example.org/kg.",
    "E440": "{path}: the vocabulary is damaged ({reason}). Correct the file; docs/ontology.md describes its form.",
    "E441": "{path}: shapes cannot be used for the fast checks ({reason}). Rewrite them, or let a SHACL engine run them: kg validate --shacl",
    "E442": "pySHACL is not installed. Add it with: pip install 'kg[shacl]'",
    "E443": "{path}: no triple is in it, so there is nothing to check. Is it the right file?",
    # query
    "E501": "the query is not understood: {reason}",
    "E502": "a {form} query is needed here.",
    "E503": "SERVICE at {where} would send part of the query to another server. Allow it with --allow-service.",
    "E505": "FROM at {where}: there is one graph here, chosen with -g. Leave FROM out.",
    "E506": "{word} at {where} would change the graph, which is read-only. Change the reading list or the curation file and build again.",
    "E507": "the query failed: {reason}",
    "E508": "the query was stopped after {seconds} s. Add LIMIT, make its patterns share variables, or give it longer with --timeout.",
    "E509": "the query was stopped: it needed more memory than it may have. Add LIMIT or make its patterns share variables.",
    "E510": "there is no query called {name}. {hint}",
    "E511": "query {query} has no parameter {name}. It takes: {known}.",
    "E512": "query {query} needs -p {name}=… ({help}).",
    "E513": "-p {name}={value}: a whole number is needed.",
    "E514": "{path}: the query cannot be read ({reason}).",
    "E515": "{value} is no IRI ({reason}). Write <https://…> or a known prefix, as in method:NAME.",
    "E516": "-p {value}: write NAME=VALUE.",
    "E517": "a {form} query has no {format} result. Choose one of {known}.",
    "E518": "give a query: SPARQL text, a .rq file, the name of a query (`kg query --list`), or - to read one.",
    "E519": "{query} takes fewer values: {known}.",
    "E520": "the graph has no concept called {name}. {hint}",
    "E521": "{name} may be any of: {candidates}. Use one of these names.",
    "E530": "{url} is no http(s) address. Give that of a SPARQL endpoint, such as http://localhost:7878/query.",
    "E531": "{url} does not take the query ({reason}).",
    "E532": "{url} gives no answer that can be read ({reason}). Is it the address of a SPARQL endpoint?",
    "E533": "--default-graph chooses a graph of an endpoint. Give its address with --endpoint, or leave it out.",
    # views
    "E601": "there is no concept called {name}.{near} `kg query --list` shows ways to find its name.",
    "E602": "{name} may be any of: {options}. Give the IRI of the one you mean.",
    "E603": "only a CONSTRUCT query gives triples to show. Write CONSTRUCT {{ … }} WHERE {{ … }}.",
    "E604": "{name} is no type of concept. Choose among {known}.",
    "E605": "a PNG image needs Pillow. Install it: pip install 'kg[png]', or write a drawing with --svg.",
    "W601": "{path}: no font of this machine has {letters}; boxes stand in their place. Install one that does (Noto Sans), or write a drawing with --svg: its letters come from where it is opened.",
    # training and evaluation
    "E701": "{path}: line {line} is no annotated document ({reason}). One JSON object a line: id, text, entities, relations.",
    "E702": "{half}: no half of the extractor. Choose one of {known}.",
    "E703": "nothing here knows the types {types}. The model's label sets are listed in its model.json.",
    "E704": "{path}: no annotated file here. Give a .jsonl file, or a folder with dev.jsonl, test.jsonl or expected.jsonl.",
    "E705": "{path}: no prediction for document {document}. Predict on the very file that is scored.",
    "E706": "{package} is needed to train. Install the extra: pip install 'kg[train]'",
    "E710": "{path}: no model here (model.json is missing). Reinstall kg, or make one: kg train",
    # serve
    "E801": "too many queries are waiting. Try again in a few seconds.",
    "E802": "the result is larger than {size} bytes. Add LIMIT, or ask for less.",
    "E803": "{host}:{port} cannot be listened on: it is in use or not allowed. Choose another with --port.",
    "E804": "the server is being stopped. Ask again when it is back.",
    # internal
    "E099": "{reason}",
}
"""Templates by code. A code is never given a second meaning."""


class KgError(Exception):
    """The root of all errors that kg raises on purpose; `code` selects the message, fields fill it."""

    exit_code = 1

    def __init__(self, code: str, /, **fields: object) -> None:
        self.code = code
        self.fields = fields
        super().__init__(f"[{code}] " + MESSAGES[code].format(**fields))

    def __reduce__(self) -> tuple[object, ...]:
        # As other exceptions come back from another process, but for the arguments' names.
        return partial(type(self), self.code, **self.fields), ()


class InputError(KgError):
    """The input cannot be used."""


class OutputError(KgError):
    """The result cannot be written."""


class GraphError(KgError):
    """A graph is missing or damaged."""


class QueryError(KgError):
    """A query cannot be understood or run."""


class EngineError(KgError):
    """The texts cannot be read in the processes that were to read them."""


class UsageError(KgError):
    """The command was called in a way that cannot work."""

    exit_code = 2


class AmbiguousError(KgError):
    """A name stands for more than one thing."""

    exit_code = 3


class NotFoundError(KgError):
    """A name stands for nothing in the graph."""

    exit_code = 4
