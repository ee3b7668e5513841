import type { ReactNode } from 'react'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { Markdown } from './markdown.tsx'

type Section = { id: string; heading: string }

type SectionsProps = { sections: readonly (Section & { text: string })[]; clinic: ClinicFacts }

/** Pages that are texts with headings. */
export function Sections({ sections, clinic }: SectionsProps) {
  return sections.map((section) => (
    <WordSection key={section.id} section={section}>
      <Markdown text={section.text} rank={3} clinic={clinic} />
    </WordSection>
  ))
}

export const WordSection = ({ section: { id, heading }, children }: { section: Section; children: ReactNode }) => (
  <section className="cols words" id={id} aria-labelledby={`${id}-heading`}>
    <h2 id={`${id}-heading`}>{heading}</h2>
    <div className="prose">{children}</div>
  </section>
)
