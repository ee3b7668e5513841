import { Field } from '#app/ui/primitives/field.tsx'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { currentSummary } from './section-summary.ts'
import { Section, SectionForm } from './section-form.tsx'
import { type ClinicPageData, toField, toSectionView } from './section-view.ts'

export function ReminderSection({ page }: { page: ClinicPageData }) {
  const view = toSectionView(page, 'reminder')
  return (
    <Section heading={words.reminder.heading} id={view.id}>
      <p>{words.nowIt(currentSummary('reminder', page))}</p>
      <SectionForm page={page} view={view}>
        <Field
          label={words.reminder.hours}
          hint={words.reminder.hint}
          inputMode="numeric"
          autoComplete="off"
          {...toField(view, 'hours', String(page.facts.reminderHours))}
        />
      </SectionForm>
    </Section>
  )
}
