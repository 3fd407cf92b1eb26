"""Singular forms and American spelling of English words, for comparing names."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_IRREGULAR = """
    indices:index indexes:index matrices:matrix vertices:vertex appendices:appendix vortices:vortex
    simplices:simplex analyses:analysis bases:base axes:axis crises:crisis hypotheses:hypothesis
    syntheses:synthesis theses:thesis parentheses:parenthesis diagnoses:diagnosis ellipses:ellipse
    criteria:criterion phenomena:phenomenon automata:automaton polyhedra:polyhedron corpora:corpus
    schemata:schema stimuli:stimulus nuclei:nucleus radii:radius foci:focus loci:locus alumni:alumnus
    genera:genus optima:optimum maxima:maximum minima:minimum spectra:spectrum quanta:quantum
    momenta:momentum millennia:millennium strata:stratum formulae:formula antennae:antenna
    lenses:lens losses:loss buses:bus busses:bus gases:gas biases:bias viruses:virus statuses:status
    campuses:campus consensuses:consensus corpuses:corpus apparatuses:apparatus atlases:atlas
    children:child people:person women:woman men:man mice:mouse feet:foot teeth:tooth geese:goose
    halves:half leaves:leaf lives:life selves:self shelves:shelf wolves:wolf knives:knife
    caches:cache aches:ache niches:niche databases:database phases:phase cases:case releases:release
    purposes:purpose responses:response senses:sense uses:use houses:house courses:course
    sources:source pulses:pulse clauses:clause causes:cause pauses:pause phrases:phrase noises:noise
    increases:increase decreases:decrease diseases:disease exercises:exercise premises:premise
    enterprises:enterprise licenses:license expenses:expense universes:universe nurses:nurse
    horses:horse verses:verse traverses:traverse rises:rise poses:pose doses:dose nodes:node
    axioms:axiom movies:movie cookies:cookie species:species series:series ties:tie lies:lie pies:pie
    dies:die heroes:hero potatoes:potato echoes:echo tomatoes:tomato vetoes:veto cargoes:cargo
    mosquitoes:mosquito quizzes:quiz tries:trie calories:calorie zombies:zombie
    rookies:rookie genies:genie selfies:selfie prairies:prairie
"""
_IRREGULARS: Final = dict(pair.split(":") for pair in _IRREGULAR.split())
_NO_PLURAL = """
    always apparatus across alias analytics aries arts as asics athletics atlas axis basis bayes bias
    bonus bus bypass calculus campus canvas census chaos chassis class compass
    consensus corpus cosmos cross cutlass diabetes diagnostics dynamics economics electronics emphasis
    ethics express focus fps gas genetics genus goods gps graphics has headquarters is iris kinetics
    kubernetes lens less linguistics logistics loss mass mathematics means mechanics metaphysics
    mips multimedia nexus news nucleus numerics odds opus optics os our ours pathos
    perhaps physics plus politics postgres pros qos radius redis robotics semantics sales
    series species statistics status stimulus sys tactics terminus tetris this thus
    this tops torus various versus virus was whereas windows access process address success progress
    congress excess compress stress press dress guess mess pass bass brass glass grass chess business
    fitness wireless lossless stateless serverless harness witness illness toss boss cross gross floss
    ross moss miss bliss kiss hiss abyss keras pandas paxos pegasus jarvis themis faiss
    nas sas das aws cuis chess gauss reuters flops kbps mbps gbps tbps bps rps trans
"""
_SINGULAR_IN_S: Final = frozenset(_NO_PLURAL.split())
_NOT_ISE = """
    nois prais rais precis concis exercis enterpris premis promis expertis franchis disguis cruis bruis
    surpris compris pervis advis revis devis televis provis merchandis paradis treatis turquois wis
    advertis chastis circumcis despis excis incis malais repris practis sunris
"""
_KEEP_ISE: Final = tuple(_NOT_ISE.split())
_KEEP_WORDS: Final = frozenset({"aris", "pois", "demis", "anis"})
_ISE: Final = re.compile(r"^(.{2,}?is)(e[dr]?|ers|es|ing|able|ation|ations|ational)$")
_SPELLINGS = """
    analyse:analyze catalyse:catalyze paralyse:paralyze centre:center fibre:fiber metre:meter
    theatre:theater litre:liter calibre:caliber catalogue:catalog dialogue:dialog analogue:analog
    programme:program licence:license defence:defense offence:offense grey:gray artefact:artifact
    mould:mold judgement:judgment ageing:aging disc:disk sceptic:skeptic aluminium:aluminum
    cheque:check tyre:tire plough:plow storey:story kerb:curb travelling:traveling traveller:traveler
    modelling:modeling modelled:modeled modeller:modeler labelling:labeling labelled:labeled
    labeller:labeler unlabelled:unlabeled signalling:signaling cancelling:canceling
    cancellation:cancelation channelling:channeling levelling:leveling tunnelling:tunneling
    totalling:totaling fuelling:fueling panelling:paneling funnelling:funneling marshalling:marshaling
    relabelling:relabeling remodelling:remodeling learnt:learned colour:color behaviour:behavior
    neighbour:neighbor neighbourhood:neighborhood neighbouring:neighboring favour:favor labour:labor
    vapour:vapor tumour:tumor flavour:flavor rumour:rumor armour:armor harbour:harbor honour:honor
    humour:humor odour:odor rigour:rigor vigour:vigor savour:savor endeavour:endeavor
    behavioural:behavioral colouring:coloring coloured:colored favourite:favorite analyser:analyzer
    analysing:analyzing analysed:analyzed centred:centered instalment:installment fulfil:fulfill
    practise:practice enrol:enroll skilful:skillful acknowledgement:acknowledgment manoeuvre:maneuver
    haemoglobin:hemoglobin paediatric:pediatric anaesthesia:anesthesia oestrogen:estrogen
    orthopaedic:orthopedic sulphur:sulfur speciality:specialty aeroplane:airplane
"""
_AMERICAN: Final = dict(pair.split(":") for pair in _SPELLINGS.split())


@lru_cache(maxsize=1 << 15)
def singular(word: str) -> str:
    """Return the singular of a lower-case noun; words that only look like plurals stay."""
    if len(word) < 4 or not word.endswith(("s", "a", "i", "e", "n", "t", "h")):
        return word
    if word in _IRREGULARS:
        return _IRREGULARS[word]
    if not word.endswith("s") or word in _SINGULAR_IN_S or word.endswith(("ss", "is")):
        return word
    if word.endswith("us") and not _PLURAL_IN_US.fullmatch(word):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word
    if word.endswith(("sses", "shes", "xes", "zzes")):
        return word[:-2]
    if word.endswith("ches"):
        return (
            word[:-1] if word.endswith(("aches", "eches", "iches")) and len(word) < 7 else word[:-2]
        )
    if word.endswith("ics") and len(word) > 5 and word not in _COUNTABLE_ICS:
        return word
    if word.endswith("as") and (len(word) < 5 or word in _SINGULAR_IN_AS):
        return word
    return word[:-1]


_PLURAL_IN_US: Final = re.compile(r".?[gctndixapvqbl][pl]us|mcus|relus|menus|gnus")
_COUNTABLE_ICS: Final = frozenset(
    {"metrics", "topics", "heuristics", "mosaics", "clinics", "fabrics", "critics", "mimics", "atomics",
     "primitics", "basics", "specifics", "intrinsics", "comics", "characteristics", "generics", "traffics"}
)  # fmt: skip
_SINGULAR_IN_AS: Final = frozenset(
    {"alias", "bias", "canvas", "atlas", "pandas", "keras", "whereas", "overseas", "texas", "kansas",
     "arkansas", "dallas", "vegas", "christmas", "thomas", "lucas", "lukas", "jonas", "douglas", "nicolas",
     "nicholas", "judas", "midas", "caracas", "debias", "unbias", "biogas"}
)  # fmt: skip


@lru_cache(maxsize=1 << 15)
def american(word: str) -> str:
    """Return the American spelling of a lower-case word."""
    if word in _AMERICAN:
        return _AMERICAN[word]
    if word.endswith("s") and word[:-1] in _AMERICAN:
        return _AMERICAN[word[:-1]] + "s"
    match = _ISE.match(word) if "is" in word else None
    if match and not match.group(1).endswith(_KEEP_ISE) and match.group(1) not in _KEEP_WORDS:
        return match.group(1)[:-1] + "z" + match.group(2)
    return word
