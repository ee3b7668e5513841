import { NoBreak } from '#app/ui/site/no-break.tsx'

/** Dials a number as typed, without a label or an extension. */
export function PhoneLink({ phone }: { phone: string }) {
  // Erased, or never given.
  if (!phone) return null
  return (
    <a className="num" href={toDialed(phone)}>
      <NoBreak text={phone} />
    </a>
  )
}

export function toDialed(phone: string) {
  const [number = ''] = phone
    .replace('(0)', '')
    .replace(/^[^+\d]+/, '')
    .split(/[\p{L}#;,]/u)
  return `tel:${number.replaceAll(/[^\d+]/g, '')}`
}
