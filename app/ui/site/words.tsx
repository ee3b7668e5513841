import type { ReactNode } from 'react'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { resolveWords, type Section, type Words } from '#content/pages/page.ts'
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

export function Sections({ sections, clinic }: { sections: readonly Section[]; clinic: ClinicFacts }) {
  return sections.map((section) => <WordSection key={section.id} section={section} clinic={clinic} />)
}

type WordSectionProps = { section: Section; clinic: ClinicFacts; children?: ReactNode }

export function WordSection({ section, clinic, children }: WordSectionProps) {
  const { id, heading, paragraphs, list, links } = section
  return (
    <section className="words" id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      <div className="prose">
        {paragraphs.map((words) => (
          <p key={resolveWords(words, clinic)}>
            <Text words={words} clinic={clinic} />
          </p>
        ))}
        {list && (
          <ul>
            {list.map((words) => (
              <li key={resolveWords(words, clinic)}>
                <Text words={words} clinic={clinic} />
              </li>
            ))}
          </ul>
        )}
        {children}
        {links?.map(({ text, href }) => (
          <p key={href}>
            <a href={href}>{text}</a>
          </p>
        ))}
      </div>
    </section>
  )
}

/** Splits the text so that each needle is a piece of its own. */
const splitAtNeedles = (text: string, needles: string[]) =>
  needles.reduce(
    (pieces, needle) =>
      pieces.flatMap((piece) => piece.split(needle).flatMap((part, index) => (index === 0 ? [part] : [needle, part]))),
    [text],
  )
