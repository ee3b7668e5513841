/**
 * Whether the words around a match turn it into the opposite of a claim: 'does not cure', 'not intended to diagnose,
 * treat, cure, or prevent', 'ask your doctor about treatment for', 'your treatment for'.
 * `before` is the sentence up to the match.
 */
export function isDenied(before: string, match: string): boolean {
  const clause = lastClause(before.replace(reported, '$1'), match)
  return (
    denial.test(clause) ||
    referral.test(clause) ||
    careOfOthers.test(clause) ||
    (customerCare.test(clause) && isCare.test(match))
  )
}

/** "We do not claim that it cures …": what is said that way is denied with it. */
const reported = /\b(claim(?:s|ing)?|say|suggest|promise|imply|mean|state|believe|guarantee|evidence|proof) that\b/g

/** The part between the last turn of the sentence and the match. */
function lastClause(before: string, match: string) {
  const turns = isFiniteVerb.test(match) ? finiteTurns : baseTurns
  return before.slice(Math.max(0, ...[...before.matchAll(turns)].map(({ 0: turn, index }) => index + turn.length)))
}

const turn = String.raw`[;:]| - |\b(?:but|yet|instead|however|how|why|what|which|until|that|so)\b|, (?:it|they|this|these|we|our|you|your|he|she|i|try|use|take)\b`
const baseTurns = new RegExp(turn, 'g')
// 'does not replace your doctor and cures …': after 'and' a finite verb begins a new statement.
const finiteTurns = new RegExp(`${turn}|\\band\\b`, 'g')
const isFiniteVerb = /^[a-z]+(?:s|ed)\b/

const denial = new RegExp(
  [
    String.raw`\bno (?!doubt|wonder|matter|other|longer|more|need|known|side)\w+(?: (?:can|could|will|would|may|should|does))? $`,
    String.raw`\b(?:not|never|cannot|nor|neither|[a-z]+n't|isnt|doesnt|dont|cant|wont)\b(?! (?:only|just|merely|simply|surprising|alone|forget|wait|miss|worry|suffer|let)\b)`,
    String.raw`\bno (?:claims?|promises?|cures?|evidence|proof|herbs?|supplements?|products?|foods?|oils?|teas?|treatments?|statements?|one|guarantees?|massages?|posts?|texts?|substitutes?)\b`,
    String.raw`\bwithout (?:claim|promis|say)ing\b`,
    String.raw`\bnothing (?:here|on|in|we|about|said)\b`,
    // Hygiene is advice, not a product.
    String.raw`\b(?:masks?|hand ?washing|wash(?:ing)? (?:your|our) hands|vaccin\w+|flu shots?)\b`,
    String.raw`\b(?:before|if|when|unless) (?:you |we |they |anyone )?(?:are |is )?$`,
    String.raw`\b(?:no|never) $`,
    String.raw`\b(?:is|as|are) no $`,
  ].join('|'),
)

const professionals = String.raw`(?:doctors?|physicians?|specialists?|dermatologists?|oncologists?|psychiatrists?|pharmacists?|hospitals?|surgeons?|dentists?|medical (?:team|care|help|professional|provider)s?|health ?care (?:team|provider|professional)s?|care team|911|988)`

const careGivers = String.raw`(?:nurses?|physical therapists?|paramedics|midwives|volunteers?|hospices?|veterinarians?)`

const referral = new RegExp(
  String.raw`\b(?:ask|tell|see|call|visit|consult|contact|seek|talk (?:to|with)|speak (?:to|with)|check with) (?:an?|your|the|another|any)? ?(?:\w+ )?${professionals}\b`,
)

const careOfOthers = new RegExp(
  String.raw`(?<!\b(?:our|my) )\b(?:${professionals}(?:'s)?|${careGivers})(?: (?:can|may|must|will|should|who|already|currently|is|are|has|have|to|diagnose|treat|cure|prevent|or|and|cares?|looks?|after|works?|with|visits?|for),?){0,8} $`,
)

const customerCare =
  /\b(?:your|their|his|her|prescribed|current|regular|existing|medical|ongoing|under|during|undergoing|receiving|take|taking|on|being|tell us (?:about|if)|if you (?:have|had|need|use|get))(?: \w+){0,2} $/
const isCare =
  /^(?:treat(?:ments?|ed)|therap(?:y|ies)|medicines?|medications?|anti-?\w+ (?:medicines?|medications?|drugs?|pills)|control|management|anti\w+s|analgesics?|prescribed|used|tablets?|pills|creams?|drops|syrups?|capsules?)\b/

/** Cautions, questions, information and reports name a disease without selling anything. */
export const isCaution = (sentence: string) => caution.test(sentence)

const caution = new RegExp(
  [
    String.raw`\b(?:not|never|cannot|nor|neither|[a-z]+n't)\b(?! (?:only|just|merely|simply|alone)\b)`,
    String.raw`\bno (?:\w+ )?(?:protects?|prevents?|replaces?|promises?|claims?|evidence|proof|cures?|substitute)\b`,
    // Warnings and cleaning advice.
    String.raw`\b(?:too \w+ (?:for|to|if)|infection control|reactions? in|institutes?|(?:onco|cardio|neuro)logists?|(?:for|to) (?:\w+ ){1,4}research)\b`,
    // Requests to patients.
    String.raw`\b(?:if|unless|whether|before|tell|let (?:us|your \w+) know|mention|ask|asks|asked|check with|talk (?:to|with)|call|consult|skip|have you|do you have|keep taking|gluten-free|raised|avoid|wait|stay home|urgent care|emergency|interacts?|careful|caution|pregnant|pregnancy|nursing|suitable|advised|contagious|please|noted|chart|history|medicines|surger(?:y|ies),)\b`,
    String.raw`\bbring (?:(?:an?|your|the|any) )?(?:\w+ ){0,4}(?:list|notes?|records?|reports?|medic\w+|cards?|inhaler|epipen|results)\b`,
    // News and calendar entries.
    String.raw`\b(?:awareness|association|society|foundation|charity|donat\w+|county|library|cdc|nih|health department|rates?|cause of death|leading cause|(?<!root )causes? (?:of|by)|cases|mixed|limited|still studying|unproven|support group|ward|a talk|lecture|season weekends|shots?|vaccin\w+|disinfectant|fragrance|friendly|policy|insurance|refunds?|closed|physicians?|(?:your|primary care|a|or) doctors?|care team)\b`,
  ].join('|'),
)

/** Whether it asks what the next sentence denies: 'Does Ayurveda cure diabetes? No.' */
export const isAnsweredNo = (sentence: string, next: string) => /\?\s*$/.test(sentence) && /^\s*no\b/.test(next)

const authorities = String.raw`(?:fda|ftc|cdc|agency|agencies|regulators?|authorit(?:y|ies)|government|attorney general|courts?|judges?|jury)`
const sellers = String.raw`(?:sellers?|shops?|stores?|compan(?:y|ies)|firms?|clinics?|websites?|makers?|marketers?|owners?|man|woman|men|women)`

/**
 * Warnings about interactions or about people who claim too much, weak evidence, what the clinic does not do, and clean
 * rooms.
 */
export const isReport = (sentence: string) => report.test(sentence)

const report = new RegExp(
  [
    String.raw`\b(?:interacts?|interactions?) with\b`,
    String.raw`\bevidence\b.*\b(?:limited|mixed|weak|lacking|thin)\b`,
    String.raw`\b(?:on|all|every|each) (?:hard )?surfaces?\b`,
    String.raw`\b(?:anyone|anybody|people|sellers|websites) (?:who|that) (?:tells?|says?|claims?|promises?)\b`,
    String.raw`\b(?:is|it's) (?:a myth|false|untrue)\b`,
    // Enforcement against others, and what a physician explains.
    String.raw`\b${authorities} (?:\w+ ){0,2}(?:warn(?:s|ed)|fine[sd]|sue[sd]|accuse[sd]|charge[sd]|ordered|banned|seized|sent|stopped|objected)\b`,
    String.raw`\b${sellers} (?:\w+ ){0,2}(?:was|were|got) (?:warned|fined|sued|accused|charged|ordered|banned)\b`,
    String.raw`\bwarning letters? (?:\w+ ){0,2}(?:objected|said|told|named|quoted|listed|cited)\b`,
    String.raw`\byour ${professionals} (?:can|will|may) (?:tell|show|explain)\b`,
    String.raw`\bask (?:your|an?) ${professionals} (?:how|what|whether|which|if)\b`,
    String.raw`\bwip(?:e|es|ing) (?:down|off)\b`,
    String.raw`^\W*what we (?:do not|don't|never) \w+`,
  ].join('|'),
)
