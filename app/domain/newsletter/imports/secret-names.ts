import { normalize } from './status-words.ts'

/** Names as they are typed: with #, with letters that run together, in camel case, with accents. */
const toNameWords = (name: string) =>
  normalize(
    name
      .slice(0, 1_000)
      .replace(/[#\u2116]/g, ' no ')
      .replace(/(\p{Ll}|\d)(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})|(\p{L})(?=\d)/gu, '$& '),
  )
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** As words are compared: without accents. */
const wholeWords = (lists: string[]) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${lists.join('|')})(?![\\p{L}\\p{N}])`, 'u')

const number = '(?:no|nr|num|number|nbr|id|code)'

/** Cards, accounts, numbers of the state, insurance, ways in. */
const valuables = wholeWords([
  // Cards and accounts.
  'credit|debit|cards?|cc\\p{L}*|pan|iban|bic|swift|bank\\p{L}*|routing|sort code|acc(?:oun)?t ?(?:number|no|nr|num)|konto\\p{L}*',
  'tarjetas?|carte(?: bancaire)?|payment (?:method|info|details|type)|last ?(?:4|four)\\p{L}*',
  'cvv\\d?|cvc\\d?|ccv|cvn|csc|cid|sec(?:urity)? ?code|pin(?! code)',
  // Numbers of the state.
  `ssn\\p{L}*|ss ${number}|soc(?:ial)? ?sec\\p{L}*|social insurance|national (?:id|identity|insurance)\\p{L}*|ni ${number}|nino`,
  `securite sociale|seguridad social|tax ?(?:id|no|number)\\p{L}*|tin|itin|ein`,
  `passport\\p{L}*|licen[cs]e|dl ${number}|maiden name|aadha?ar|nhs|voter id`,
  'gov\\p{L}* id|identity (?:no|number|card)|sozialversicherung\\p{L}*|steuer\\p{L}*|dni|nif',
  // Insurance.
  `insur\\p{L}*|ins (?:${number}|co|company|carrier|plan|group|grp|member|name|type)|medicare|medicaid|mbi|payers?|hmo|ppo`,
  `(?<!(?:privacy|refund|cookie|cancel\\p{L}*) )policy(?: ?holder)?|policy${number}|member (?:id|no|nr|num)|memberid`,
  `subscriber ${number}|subscriberid|(?:group|grp) ?${number}|(?<!(?:phone|mobile|cell|wireless) )carrier|co ?pay|deductible`,
  'versicher\\p{L}*|krankenkasse\\p{L}*|aseguradora|seguro|assurance(?: maladie)?|mutuelle',
  // Ways in.
  'passw\\p{L}*|passwd|pwd?|passcode|pass ?phrase|security (?:question|answer)|(?:api|access|private|secret) ?key',
  '(?:api|access|auth|refresh|session) ?token|kennwort|contrasena|mot de passe|otp',
])

const health = wholeWords([
  'diagnos\\p{L}*|icd\\p{L}*|dx\\d*|rx\\d*|p?mhx?|fmh|\\p{L}?hx|(?<!terms (?:and )?)conditions?|medical\\p{L}*|health\\p{L}*|medications?',
  'meds?|medicines?|allerg\\p{L}*|symptom\\p{L}*|treatments?|diseases?|disorders?|illness\\p{L}*|surger\\p{L}*|prescri\\p{L}*|blood\\p{L}*',
  'pregnan\\p{L}*|hiv|aids|cancer|diabet\\p{L}*|therap(?:y|ies)|(?:chief|main|presenting|primary|health) complaints?|concerns?|problems?',
  'reason for (?:visit|appointment|consult\\p{L}*|referral|coming)|assessments?|constitution(?:al)?|doshas?|prakriti|vikriti',
  'clinical\\p{L}*|(?:chart|progress|treatment|soap) ?notes?|soap|anamnes\\p{L}*|disabilit\\p{L}*',
  'beschwerden|krankheit\\p{L}*|erkrankung\\p{L}*|medikament\\p{L}*|behandlung\\p{L}*|maladies?|medicaments?|traitements?|sante',
  'antecedents?|enfermedad\\p{L}*|medicament[oa]s?|medicacion|tratamientos?|alergi\\p{L}*|sintomas?|salud|padecimientos?',
  ...['रोग', 'बीमारी', 'दवा', 'निदान'].map(normalize),
  'secrets?|tokens?',
])

/** A whole name, since other things expire, too. */
const expiry =
  /^(?:(?:cc|card) ?)?exp(?:iry|iration|ires|ir)?(?: ?(?:date|dt|month|mo|year|yr|on|mm|yy))*$|^(?:social|id (?:no|nr|number|num))$/

/** Long enough to be meant wherever they stand, as in PRIMARYDIAGNOSIS. */
const valuableParts = new RegExp(
  [
    'creditcard|debitcard|cardn(?:o|um)|cardexp|cardholder|ccnum|ccexp|securitycode|socialsec',
    'socialinsurance|nationalins|passport|driverslic|insurance|insured|policyn(?:o|um)|policyholder',
    'memberid|groupn(?:o$|um)|medicare|medicaid|routingn|accountn(?:o$|um)|bankaccount|password|passcode',
    'apikey|secretkey|kreditkarte|krankenvers|versichert?en|sozialvers',
  ].join('|'),
)
const healthParts = new RegExp(
  [
    'diagnos|medication|medikament|medicalh|medicalc|medicala|healthc|healthh|healthst|allerg|symptom',
    'pregnan|disease|prescription|chiefcompl|mainconcern|reasonforvisit|prakriti|erkrankung|krankheit',
    'enfermedad',
  ].join('|'),
)

/** What a column says about email is needed, whatever the newsletter is about. */
const aboutEmail = /\b(?:newsletters?|e ?mails?|opt ?(?:in|out)|un ?sub\w*|subscri\w*|marketing)\b/
const aboutConsent = /\b(?:newsletters?|opt ?(?:in|out)|un ?sub\w*|subscribed|marketing)\b/

/** Columns that a newsletter's list must not bring along, by their names. A patients' list will be uploaded by mistake. */
export function isSecretName(name: string) {
  const words = toNameWords(name)
  const key = words.replaceAll(' ', '')
  if (valuables.test(words) || valuableParts.test(key) || expiry.test(words)) return !aboutConsent.test(words)
  return (health.test(words) || healthParts.test(key)) && !aboutEmail.test(words)
}
