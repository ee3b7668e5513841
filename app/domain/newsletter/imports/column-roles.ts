import { folded } from './status-words.ts'

/**
 * What a column says of a person, by its name. 'status': in words ('active', 'cleaned'); 'consent': yes or no, or since
 * when; 'leaving': filled only for people who left.
 */
export type ColumnRole = 'status' | 'consent' | 'leaving'

/**
 * How much a column of another name can say by its values. 'fact': of whom or where somebody is; 'text': notes,
 * or what a known service adds to its layout; 'unknown': anything, so nobody is added before its values are explained.
 */
export type Openness = 'fact' | 'text' | 'other channel' | 'unknown' | 'unnamed'

const wordsOf = (name: string) =>
  folded(name.slice(0, 100).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).replace(/[^\p{L}\p{N}]+/gu, ' ')

export const emailsOf = (name: string) => wordsOf(name).replaceAll(' ', '')

const otherChannel = /\b(sms|mms|whatsapp|phone|telephone|mobile|text|push|call|fax|postal|direct mail)\b/
const leaving = new RegExp(
  [
    'unsub|opte?d?out|clean(ed|time|date|at|campaign)|^clean$|delet|suppress|bounce|complain|spam|junk|blocked|blocklist',
    'blacklist|disabled|donot|dont(email|mail|contact|send)|^(not?|non)(?=subscri|email|mail|market|newsl|contact)|removed',
    'abuse|revoked|withdrawn|cancel|archived|deceased|inactive|invalid|abgemeldet|abmeld|abbestell|gesperrt|widerruf',
    'desabonn|desinscri|baja|descadastr|disiscri|uitschr|uitgeschreven|afmeld|avregistr',
  ].join('|'),
)
const aboutLeavingOnly = /\b(url|link|token|hash|key|page|score|rate|soft)\b/
const status = /\b(status|statut|estado|stato|situacao)\b|status$/
const agreeing = [
  'newsletters?|mailinglist|marketing|publicidad|subscribe[drs]?|subscriptions?|opt(?:ed|s)?in|accept(?:s|ed)?|acepta',
  'accetta|consent(?:s|ed|given)?|einwilligung|zustimmung|permission|permiso|allow(?:s|ed)?|agree[ds]?|receives?|wants?',
  'active|enabled|confirmed|verified|mailable|contactable|gdpr|dsgvo|rgpd|abonniert|abonnement|abonnent|abonne',
  'suscrit[oa]|inscrito?|iscritt[oa]|autorise|autorizado',
].join('|')
const around = 'emails?|mailings?|is|has|the|to|our|for|user|contact'
/** Any other word in the name may say the contrary: 'Newsletter refused', 'Skip newsletter'. */
const consent = new RegExp(`^(?:${around})*(?:${agreeing})(?:${around}|${agreeing})*$`)
const since = /(?:at|on|date|time|timestamp|since|am)$/
/** A status of something that is no subscription. */
const elsewhere = /\b(marital|order|payment|fulfil\w*|financial|tax|employment|shipping|plan)\b/
const postal = /\b(region|province|address|shipping|billing|country|home|work)\b/
const postalNeighbor =
  /^(city|town|zip|zipcode|postal|postalcode|postcode|country|street|address|address\d|ciudad|ville|plz)$/

const things = [
  'name|firstname|lastname|fullname|middlename|nickname|surname|fname|lname|first|last|initials?|salutation|anrede',
  'vorname|nachname|prenom|nom|nombre|apellidos?|nome|sobrenome|cognome|referrer|company|firma|organi[sz]ation',
  'city|town|ort|stadt|ville|ciudad|cidade|state|province|region|county|zip|zipcode|postal|postcode|postalcode|plz',
  'country|land|pays|pais|street|strasse|address|adresse|phone|telephone|mobile|cell|fax|telefon|telefono|latitude',
  'longitude|timezone|gender|sex|geschlecht|genero|birthday|birthdate|birth|dob|geburtstag|geburtsdatum|age|alter',
  'language|locale|sprache|langue|idioma|source|quelle|id|uuid|ip|website|occupation|profession|member|membership|vip',
].join('|')
const besideThings =
  'of|date|code|number|no|given|family|full|middle|preferred|display|home|work|billing|shipping|mailing|default|line|job|\\d+'
/** A name of nothing but these words asks nobody whether they want mail. */
const facts = new RegExp(`^(?=(?:.* )?(?:${things})(?: |$))(?:(?:${things}|${besideThings})(?: |$))+$`)
const text = /^(?:(?:e ?mail|client|patient|customer|internal|mailing|user|job) )*(?:names?|notes?|comments?|titles?)$/
const days =
  'created|creation|added|joined|registered|registration|signed up|sign up|signup|since|updated|modified|changed|birthday|born|visit|seen|order|activity|active|login|purchase|appointment|erstellt|geburtstag|geburtsdatum|dob|birth'
const dayNames = new RegExp(
  `^(?=(?:.* )?(?:${days})(?: |$))(?:(?:${days}|last|next|first|date|day|of|on|at|am|time|utc|profile|account|\\d+)(?: |$))+$`,
)

/** By the name alone, in whichever file; undefined for a column that says nothing about it. */
export function roleByName(name: string, header: string[], isKnownLayout: boolean): ColumnRole | undefined {
  const words = wordsOf(name)
  const emails = emailsOf(name)
  if (isOtherChannel(words)) return undefined
  if (leaving.test(emails)) {
    const isDenied = /^(?:not?|non|never)/.test(emails.replace(leaving, ''))
    return isDenied || aboutLeavingOnly.test(words) ? undefined : 'leaving'
  }
  if (/\b(state|estado)\b/.test(words)) {
    const isPostal = postal.test(words) || header.some((other) => postalNeighbor.test(emailsOf(other)))
    return isPostal || elsewhere.test(words) ? undefined : 'status'
  }
  if (status.test(words)) return elsewhere.test(words) ? undefined : 'status'
  // A service knows who confirmed where it leaves the day empty; from any other file nobody else does.
  return consent.test(emails) || (!isKnownLayout && consent.test(emails.replace(since, ''))) ? 'consent' : undefined
}

/** How a column that has no role is listened to. */
export function opennessOf(name: string, isKnownLayout: boolean): Openness {
  const words = wordsOf(name).trim()
  if (words === '') return 'unnamed'
  if (isOtherChannel(words)) return 'other channel'
  if (facts.test(words)) return 'fact'
  if (elsewhere.test(words) && (status.test(words) || /\bstate\b/.test(words))) return 'fact'
  return isKnownLayout || text.test(words) ? 'text' : 'unknown'
}

/** Where even 'unsubscribed' is not about email. */
const isOtherChannel = (words: string) => otherChannel.test(words) && !/mail/.test(words.replace('direct mail', ''))

/** Of a column whose dates are of no leaving. */
export const namesDays = (name: string) => dayNames.test(wordsOf(name).trim())
