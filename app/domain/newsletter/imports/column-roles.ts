import { folded } from './status-words.ts'

/**
 * What a column says of a person, by its name. 'status': in words ('active', 'cleaned'); 'consent': yes or no, or since
 * when; 'leaving': filled only for people who left.
 */
export type ColumnRole = 'status' | 'consent' | 'leaving'

export const lettersOf = (name: string) =>
  folded(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).replace(/[^\p{L}\p{N}]/gu, '')

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
const consent = new RegExp(
  [
    'subscribe|subscription|opte?d?in|accept|acept|accett|consent|einwillig|zustimm|newsletter|marketing|publicidad',
    'mailinglist|permission|permiso|allow|agree|receive|wants|^(is)?active$|enabled|confirmed|verified|mailable',
    'contactable|gdpr|dsgvo|rgpd|abonn|suscri|inscri|iscri|autori[sz]',
  ].join('|'),
)
/** About something else than whether: when, where from, how, how often. */
const beside =
  /\b(time|timestamp|date|datum|fecha|at|am|on|since|seit|ip|source|method|campaign|medium|url|link|id|text|language|version|form|reason|count|rate|number|by|tags|lists|page|city|country|plan|type|tier|name|code)\b/
/** A status of something that is no subscription. */
const elsewhere = /\b(marital|order|payment|fulfil\w*|financial|tax|employment|shipping|plan)\b/
const postal = /\b(region|province|address|shipping|billing|country|home|work)\b/
const postalNeighbor =
  /^(city|town|zip|zipcode|postal|postalcode|postcode|country|street|address|address\d|ciudad|ville|plz)$/

/** By the name alone, in whichever file; undefined for a column that says nothing about it. */
export function roleByName(name: string, header: string[]): ColumnRole | undefined {
  const words = folded(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).replace(/[^\p{L}\p{N}]+/gu, ' ')
  const letters = lettersOf(name)
  if (otherChannel.test(words) && !/mail/.test(words.replace('direct mail', ''))) return undefined
  if (leaving.test(letters)) return aboutLeavingOnly.test(words) ? undefined : 'leaving'
  if (/\b(state|estado)\b/.test(words)) {
    const isPostal = postal.test(words) || header.some((other) => postalNeighbor.test(lettersOf(other)))
    if (isPostal || elsewhere.test(words)) return undefined
    return 'status'
  }
  if (status.test(words)) return elsewhere.test(words) ? undefined : 'status'
  return consent.test(letters) && !beside.test(words) ? 'consent' : undefined
}

/** Names of columns that hold something of another channel, where even 'unsubscribed' is not about email. */
export function isOtherChannel(name: string) {
  const words = folded(name).replace(/[^\p{L}\p{N}]+/gu, ' ')
  return otherChannel.test(words) && !/mail/.test(words.replace('direct mail', ''))
}
