import { NoBreak } from '#app/ui/site/no-break.tsx'

/** Calls a number as somebody typed it; what follows an 'x' is an extension, for the one who calls to dial. */
export function PhoneLink({ phone }: { phone: string }) {
  const [number = ''] = phone.replace('(0)', '').split(/[ex#;,]/i)
  return (
    <a className="num" href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}>
      <NoBreak text={phone} />
    </a>
  )
}
