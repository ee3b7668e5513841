import { Field } from '#app/ui/primitives/field.tsx'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { dayInWords, currentSummary } from './section-summary.ts'
import { Section, SectionForm } from './section-form.tsx'
import { type ClinicPageData, toField, toSectionView } from './section-view.ts'

/** Live: closing days in another section can change it. */
export function NoticeSection({ page }: { page: ClinicPageData }) {
  const view = toSectionView(page, 'notice')
  const saved = page.overlays.notice
  const shown = saved && saved.until >= page.today ? saved : undefined
  return (
    <Section heading={words.notice.heading} id={view.id} live>
      <p>
        {saved && !shown
          ? words.notice.over(saved.text, dayInWords(saved.until, page.today))
          : words.nowIt(currentSummary('notice', page))}
      </p>
      <SectionForm page={page} view={view}>
        <Field
          label={words.notice.text}
          hint={words.notice.textHint}
          multiline
          rows={3}
          dir="auto"
          {...toField(view, 'text', shown?.text)}
        />
        <Field label={words.notice.until} type="date" min={page.today} {...toField(view, 'until', shown?.until)} />
      </SectionForm>
    </Section>
  )
}
