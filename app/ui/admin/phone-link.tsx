import { NoBreak } from '#app/ui/site/no-break.tsx'

/** Dials a number as typed, without an extension after an 'x'. */
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
  const [number = ''] = phone.replace('(0)', '').split(/[ex#;,]/i)
  return `tel:${number.replaceAll(/[^\d+]/g, '')}`
}
