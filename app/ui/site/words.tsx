import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { resolveWords, type Words } from '#content/pages/page.ts'
import { EmailLink, PhoneLink } from './contact-links.tsx'
import { NoBreak } from './no-break.tsx'

/** Phone numbers and emails in the text become links. */
export function Text({ words, clinic }: { words: Words; clinic: ClinicFacts }) {
  const { phone, emails } = clinic
  const needles = [phone.display, emails.general, emails.booking]
  return splitAtNeedles(resolveWords(words, clinic), needles).map((part, index) => {
    if (part === phone.display) return <PhoneLink key={index} phone={phone} />
    if (part === emails.general || part === emails.booking) return <EmailLink key={index} address={part} />
    return <NoBreak key={index} text={part} />
  })
}

/** Splits the text so that each needle is a piece of its own. */
const splitAtNeedles = (text: string, needles: string[]) =>
  needles.reduce(
    (pieces, needle) =>
      pieces.flatMap((piece) => piece.split(needle).flatMap((part, index) => (index === 0 ? [part] : [needle, part]))),
    [text],
  )
