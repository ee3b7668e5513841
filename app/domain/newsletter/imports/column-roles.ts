import { normalize } from './status-words.ts'

/**
 * What a column says about a person. 'status': in words ('active', 'cleaned'); 'consent': yes or no, or since when;
 * 'leaving': filled only for people who unsubscribed.
 */
export type ColumnRole = 'status' | 'consent' | 'leaving'

/**
 * What a column with another name may say by its values. 'fact': who or where a person is; 'text': notes, or a column that
 * a known service adds; 'unknown': anything, so no person is added before its values are explained.
 */
export type Openness = 'fact' | 'text' | 'other channel' | 'unknown' | 'unnamed'

const toWords = (name: string) =>
  normalize(name.slice(0, 100).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).replace(/[^\p{L}\p{N}]+/gu, ' ')

export const toColumnKey = (name: string) => toWords(name).replaceAll(' ', '')

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
/** No other word is allowed, since it may mean the opposite: 'Newsletter refused', 'Skip newsletter'. */
const consent = new RegExp(`^(?:${around})*(?:${agreeing})(?:${around}|${agreeing})*$`)
const since = /(?:at|on|date|time|timestamp|since|am)$/
/** A status that is not about a subscription. */
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
/** Names of only these words are not about email. */
const facts = new RegExp(`^(?=(?:.* )?(?:${things})(?: |$))(?:(?:${things}|${besideThings})(?: |$))+$`)
const text = /^(?:(?:e ?mail|client|patient|customer|internal|mailing|user|job) )*(?:names?|notes?|comments?|titles?)$/
const days =
  'created|creation|added|joined|registered|registration|signed up|sign up|signup|since|updated|modified|changed|birthday|born|visit|seen|order|activity|active|login|purchase|appointment|erstellt|geburtstag|geburtsdatum|dob|birth'
const dayNames = new RegExp(
  `^(?=(?:.* )?(?:${days})(?: |$))(?:(?:${days}|last|next|first|date|day|of|on|at|am|time|utc|profile|account|\\d+)(?: |$))+$`,
)

/** Undefined for a column whose name says nothing about email. */
export function roleByName(name: string, header: string[], isKnownLayout: boolean): ColumnRole | undefined {
  const words = toWords(name)
  const key = toColumnKey(name)
  if (isOtherChannel(words)) return undefined
  if (leaving.test(key)) {
    const isDenied = /^(?:not?|non|never)/.test(key.replace(leaving, ''))
    return isDenied || aboutLeavingOnly.test(words) ? undefined : 'leaving'
  }
  if (/\b(state|estado)\b/.test(words)) {
    const isPostal = postal.test(words) || header.some((other) => postalNeighbor.test(toColumnKey(other)))
    return isPostal || elsewhere.test(words) ? undefined : 'status'
  }
  if (status.test(words)) return elsewhere.test(words) ? undefined : 'status'
  // In a known service's export, an empty date does not mean that the person never confirmed.
  return consent.test(key) || (!isKnownLayout && consent.test(key.replace(since, ''))) ? 'consent' : undefined
}

/** For a column that has no role. */
export function getOpenness(name: string, isKnownLayout: boolean): Openness {
  const words = toWords(name).trim()
  if (words === '') return 'unnamed'
  if (isOtherChannel(words)) return 'other channel'
  if (facts.test(words)) return 'fact'
  if (elsewhere.test(words) && (status.test(words) || /\bstate\b/.test(words))) return 'fact'
  return isKnownLayout || text.test(words) ? 'text' : 'unknown'
}

/** Even 'unsubscribed' is not about email there. */
const isOtherChannel = (words: string) => otherChannel.test(words) && !/mail/.test(words.replace('direct mail', ''))

/** A column whose dates are not of an unsubscribe. */
export const isDateName = (name: string) => dayNames.test(toWords(name).trim())
