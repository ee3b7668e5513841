import { NoBreak } from '#app/ui/site/no-break.tsx'

/** Dials a number as typed, without an extension after an 'x'. */
export function PhoneLink({ phone }: { phone: string }) {
  // Erased, or never given.
  if (!phone) return null
  const [number = ''] = phone.replace('(0)', '').split(/[ex#;,]/i)
  return (
    <a className="num" href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}>
      <NoBreak text={phone} />
    </a>
  )
}
