/** Returns epoch milliseconds. Date.parse alone finds a date in almost any text with a number in it. */
export function parseFeedDate(text: string | undefined) {
  const trimmed = text?.trim().replace(/\s+/g, ' ') ?? ''
  const epochMs = parse(trimmed)
  return epochMs >= earliest && epochMs <= latest ? epochMs : undefined
}

const earliest = Date.UTC(1970, 0, 1)
const latest = Date.UTC(2200, 0, 1)

const isoDay = /^\d{4}-\d{2}-\d{2}$/
const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?$/i
const rfc822 =
  /^(?:[a-z]{3,9}\.?,? )?\d{1,2}[ -][a-z]{3,9}\.?[ -]\d{2,4} \d{1,2}:\d{2}(?::\d{2})?(?: (?:[a-z]{1,4}|[+-]\d{2}:?\d{2}))?$/i

function parse(text: string) {
  // Noon, so that a day without a time stays that day in every American and European zone.
  if (isoDay.test(text)) return Date.parse(`${text}T12:00:00Z`)
  const iso = isoTime.exec(text)
  // Without a zone it is UTC, as converters write it, whatever the machine's zone.
  if (iso) return Date.parse(`${iso[1]}T${iso[2]}${iso[3]?.toUpperCase() ?? 'Z'}`)
  if (rfc822.test(text)) return Date.parse(hasZone(text) ? text : `${text} GMT`)
  return NaN
}

const hasZone = (text: string) => !/:\d{2}$/.test(text) || /[+-]\d{2}:\d{2}$/.test(text)
