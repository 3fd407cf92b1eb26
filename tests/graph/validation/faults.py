"""Faults to plant in the sample graph: what to change, and the shape that must notice."""

from __future__ import annotations

from typing import Final, NamedTuple


class Fault(NamedTuple):
    """A SPARQL update and the local name of the shape that it goes against.

    `engine` says whether pySHACL notices it as well.
    """

    shape: str
    update: str
    engine: bool = True


FAULTS: Final = (
    Fault("concept-label", "DELETE DATA { task:ctr-prediction rdfs:label 'CTR prediction' }"),
    Fault("concept-label", "INSERT DATA { hardware:gpu rdfs:label 'graphics card' }"),
    Fault("concept-pref-label", "INSERT DATA { hardware:gpu skos:prefLabel 'GPU'@en }"),
    Fault("concept-alias", "INSERT DATA { hardware:gpu skos:altLabel '' }"),
    Fault("concept-alias", "INSERT DATA { hardware:gpu skos:altLabel 'Grafikkarte'@de }"),
    Fault("concept-scheme", "DELETE WHERE { hardware:gpu skos:inScheme ?s }"),
    Fault("concept-scheme", "INSERT DATA { method:dlrm skos:inScheme kg:nowhere }"),
    Fault("concept-broader", "INSERT DATA { hardware:gpu skos:broader hardware:nothing }"),
    Fault(
        "concept-match", "INSERT DATA { hardware:gpu skos:closeMatch 'https://example.org/gpu' }"
    ),
    Fault(
        "concept-mention-count",
        "DELETE { ?c kg:mentionCount ?n } INSERT { ?c kg:mentionCount 'three' } "
        "WHERE { BIND (hardware:gpu AS ?c) ?c kg:mentionCount ?n }",
    ),
    Fault(
        "concept-mention-count",
        "DELETE { ?c kg:mentionCount ?n } INSERT { ?c kg:mentionCount -1 } "
        "WHERE { BIND (hardware:processor AS ?c) ?c kg:mentionCount ?n }",
    ),
    Fault("concept-paper-count", "INSERT DATA { method:dlrm kg:paperCount 7 }"),
    Fault("concept-in-vocabulary", "DELETE WHERE { method:dlrm kg:inVocabulary ?v }"),
    Fault("concept-one-type", "INSERT DATA { method:dlrm a kg:Task }"),
    Fault("concept-one-type", "DELETE DATA { method:flashcache a kg:Method }"),
    Fault("concept-iri-type", "INSERT DATA { method:dlrm a kg:Dataset }"),
    Fault("concept-labels-agree", "INSERT DATA { method:dlrm skos:prefLabel 'DLRM' }"),
    Fault("concept-alias-repeats-label", "INSERT DATA { hardware:gpu skos:altLabel 'GPU' }"),
    Fault("concept-broader-type", "INSERT DATA { hardware:gpu skos:broader method:dlrm }"),
    Fault("concept-broader-cycle", "INSERT DATA { hardware:hardware skos:broader hardware:gpu }"),
    Fault("concept-inferred-broader", "INSERT DATA { method:dlrm kg:inferredBroader method:x }"),
    Fault("concept-counts-mentions", "DELETE WHERE { ?m kg:refersTo task:ctr-prediction }"),
    Fault("concept-counts-papers", "DELETE WHERE { ?p kg:mentions task:ctr-prediction }"),
    Fault("concept-unique-label", "INSERT DATA { hardware:processor rdfs:label 'GPU' }"),
    Fault("paper-title", "INSERT DATA { paper:doi-10.1145-1 dcterms:title 'Another title' }"),
    Fault("paper-text", "DELETE WHERE { paper:doi-10.1145-1 kg:text ?t }"),
    Fault("paper-year", "INSERT DATA { paper:doi-10.1145-1 kg:year '2001' }"),
    # SHACL counts an ill-typed literal as one of another type; pySHACL does not look into gYear.
    Fault(
        "paper-year", "INSERT DATA { paper:doi-10.1145-1 kg:year 'soon'^^xsd:gYear }", engine=False
    ),
    Fault("paper-identifier", "DELETE WHERE { paper:doi-10.1145-2 dcterms:identifier ?i }"),
    Fault("paper-doi", "INSERT DATA { paper:doi-10.1145-3 bibo:doi 'https://doi.org/10.1145/3' }"),
    Fault("paper-mentions", "INSERT DATA { paper:doi-10.1145-1 kg:mentions hardware:nothing }"),
    Fault("paper-proposes", "INSERT DATA { paper:doi-10.1145-1 kg:proposes paper:doi-10.1145-2 }"),
    Fault("paper-cites", "INSERT DATA { paper:doi-10.1145-1 cito:cites paper:unknown }"),
    Fault("paper-related", "INSERT DATA { paper:doi-10.1145-1 dcterms:relation paper:unknown }"),
    Fault(
        "paper-proposes-mentioned",
        "INSERT DATA { paper:doi-10.1145-4 kg:proposes task:ctr-prediction }",
    ),
    Fault("paper-relations", "INSERT DATA { method:dlrm kg:mentions hardware:gpu }"),
    Fault("mention-paper", "DELETE WHERE { mention:doi-10.1145-1-59-63-hardware kg:inPaper ?p }"),
    Fault(
        "mention-concept",
        "INSERT DATA { mention:doi-10.1145-1-59-63-hardware kg:refersTo hardware:nothing }",
    ),
    Fault(
        "mention-begin",
        "DELETE { ?m kg:begin ?b } INSERT { ?m kg:begin 900 } "
        "WHERE { BIND (mention:doi-10.1145-1-59-63-hardware AS ?m) ?m kg:begin ?b }",
    ),
    Fault("mention-begin", "INSERT DATA { mention:doi-10.1145-1-59-63-hardware kg:begin -4 }"),
    Fault("mention-end", "INSERT DATA { mention:doi-10.1145-1-59-63-hardware kg:end 6.3 }"),
    Fault("mention-surface", "DELETE WHERE { mention:doi-10.1145-1-59-63-hardware kg:surface ?s }"),
    Fault(
        "mention-confidence",
        "DELETE { ?m kg:confidence ?c } INSERT { ?m kg:confidence 1.5 } "
        "WHERE { BIND (mention:doi-10.1145-1-59-63-hardware AS ?m) ?m kg:confidence ?c }",
    ),
    Fault(
        "mention-offsets",
        "DELETE { ?m kg:end ?e } INSERT { ?m kg:end 64 } "
        "WHERE { BIND (mention:doi-10.1145-1-59-63-hardware AS ?m) ?m kg:end ?e }",
    ),
    Fault("mention-listed", "DELETE DATA { paper:doi-10.1145-1 kg:mentions hardware:gpu }"),
    Fault("statement-subject", "DELETE WHERE { ?s rdf:subject method:flashcache }"),
    Fault(
        "statement-predicate", "INSERT { ?s rdf:predicate 'runsOn' } WHERE { ?s a rdf:Statement }"
    ),
    Fault("statement-object", "INSERT { ?s rdf:object kg:x } WHERE { ?s a rdf:Statement }"),
    Fault(
        "statement-polarity",
        "DELETE { ?s kg:polarity ?p } INSERT { ?s kg:polarity 'perhaps' } "
        "WHERE { ?s rdf:subject method:dlrm ; kg:polarity ?p }",
    ),
    Fault(
        "statement-support",
        "DELETE { ?s kg:supportCount ?n } INSERT { ?s kg:supportCount 0 } "
        "WHERE { ?s rdf:subject method:dlrm ; kg:supportCount ?n }",
    ),
    Fault("statement-evidence", "INSERT { ?s kg:evidenceCount 0 } WHERE { ?s a rdf:Statement }"),
    Fault(
        "statement-confidence", "INSERT { ?s kg:confidence 'high' } WHERE { ?s a rdf:Statement }"
    ),
    Fault(
        "statement-signature",
        "DELETE { ?s rdf:subject ?a ; rdf:object ?b } INSERT { ?s rdf:subject ?b ; rdf:object ?a } "
        "WHERE { ?s rdf:predicate kg:runsOn ; rdf:subject ?a ; rdf:object ?b }",
    ),
    Fault(
        "statement-signature",
        "DELETE { ?s rdf:predicate ?p } INSERT { ?s rdf:predicate kg:measuredBy } "
        "WHERE { ?s rdf:predicate kg:usedFor, ?p }",
    ),
    Fault(
        "statement-reflexive",
        "DELETE { ?s rdf:object ?b } INSERT { ?s rdf:object ?a } "
        "WHERE { ?s rdf:predicate kg:comparedWith ; rdf:subject ?a ; rdf:object ?b }",
    ),
    Fault("statement-triple", "DELETE WHERE { method:dlrm kg:runsOn ?h }"),
    Fault(
        "statement-once",
        "INSERT { statement:twin a rdf:Statement ; rdf:subject ?a ; rdf:predicate ?p ; rdf:object ?b ; "
        "kg:polarity ?y } WHERE { ?s rdf:subject ?a ; rdf:predicate ?p ; rdf:object ?b ; kg:polarity ?y "
        "FILTER (?p = kg:usedFor) }",
    ),
    Fault(
        "statement-both-ways",
        "INSERT { statement:back a rdf:Statement ; rdf:subject ?b ; rdf:predicate ?p ; rdf:object ?a ; "
        "kg:polarity ?y } WHERE { ?s rdf:subject ?a ; rdf:predicate ?p ; rdf:object ?b ; kg:polarity ?y "
        "FILTER (?p = kg:comparedWith) }",
    ),
    Fault("statement-unsupported", "DELETE WHERE { ?e kg:evidenceFor ?s }"),
    Fault("statement-uncounted", "INSERT DATA { build:x kg:evidenceLevel 'none' }"),
    Fault("statement-counts-papers", "DELETE WHERE { evidence:doi-10.1145-1-2 kg:inPaper ?p }"),
    Fault(
        "statement-counts-evidence",
        "INSERT { ?s kg:evidenceCount 5 } WHERE { ?s rdf:predicate kg:usedFor }",
    ),
    Fault("plain-triple-statement", "INSERT DATA { method:flashcache kg:runsOn hardware:gpu }"),
    Fault("evidence-statement", "DELETE WHERE { evidence:doi-10.1145-1-1 kg:evidenceFor ?s }"),
    Fault("evidence-paper", "INSERT DATA { evidence:doi-10.1145-1-1 kg:inPaper hardware:gpu }"),
    Fault("evidence-sentence", "DELETE WHERE { evidence:doi-10.1145-1-1 kg:sentence ?s }"),
    Fault(
        "evidence-subject",
        "INSERT DATA { evidence:doi-10.1145-1-1 kg:subjectMention mention:nothing }",
    ),
    Fault(
        "evidence-object", "INSERT DATA { evidence:doi-10.1145-1-1 kg:objectMention method:dlrm }"
    ),
    Fault("evidence-confidence", "DELETE WHERE { evidence:doi-10.1145-1-1 kg:confidence ?c }"),
    Fault("graph-build", "DELETE WHERE { ?d prov:wasGeneratedBy ?b }"),
    Fault(
        "evidence-in-text",
        "DELETE { ?e kg:sentence ?t } INSERT { ?e kg:sentence 'Nobody wrote this.' } "
        "WHERE { BIND (evidence:doi-10.1145-1-1 AS ?e) ?e kg:sentence ?t }",
    ),
    Fault(
        "evidence-subject-concept",
        "DELETE { ?m kg:refersTo ?c } INSERT { ?m kg:refersTo method:flashcache } "
        "WHERE { ?e kg:subjectMention ?m . ?m kg:refersTo ?c }",
    ),
    Fault(
        "evidence-object-concept",
        "DELETE { ?m kg:refersTo ?c } INSERT { ?m kg:refersTo hardware:processor } "
        "WHERE { ?e kg:objectMention ?m . ?m kg:refersTo ?c }",
    ),
    Fault(
        "evidence-mention-paper",
        "DELETE { ?m kg:inPaper ?p } INSERT { ?m kg:inPaper paper:doi-10.1145-4 } "
        "WHERE { evidence:doi-10.1145-1-1 kg:subjectMention ?m . ?m kg:inPaper ?p }",
    ),
    Fault(
        "evidence-without-mentions", "DELETE WHERE { evidence:doi-10.1145-1-1 kg:objectMention ?m }"
    ),
)
