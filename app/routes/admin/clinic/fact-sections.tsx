import { dayInWords } from '#app/ui/admin/section-summary.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { FactSection } from './section-form.tsx'
import { type ClinicPageData, toField } from './section-view.ts'

type SectionProps = { page: ClinicPageData }

/** Live: closing days in another section can change it. */
export function NoticeSection({ page }: SectionProps) {
  const saved = page.saved.notice.facts
  const shown = saved && saved.until >= page.today ? saved : undefined
  const current = saved && !shown ? words.notice.over(saved.text, dayInWords(saved.until, page.today)) : undefined
  return (
    <FactSection page={page} section="notice" current={current}>
      {(view) => (
        <>
          <Field
            label={words.notice.text}
            hint={words.notice.textHint}
            multiline
            rows={3}
            dir="auto"
            {...toField(view, 'text', shown?.text)}
          />
          <Field label={words.notice.until} type="date" min={page.today} {...toField(view, 'until', shown?.until)} />
        </>
      )}
    </FactSection>
  )
}

export const ReminderSection = ({ page }: SectionProps) => (
  <FactSection page={page} section="reminder">
    {(view) => (
      <Field
        label={words.reminder.hours}
        hint={words.reminder.hint}
        inputMode="numeric"
        autoComplete="off"
        {...toField(view, 'hours', String(page.facts.reminderHours))}
      />
    )}
  </FactSection>
)

export function PhonesSection({ page }: SectionProps) {
  const { phone, messagingApp } = page.facts
  return (
    <FactSection page={page} section="phones">
      {(view) => (
        <>
          <Field label={words.phones.phone} type="tel" autoComplete="off" {...toField(view, 'phone', phone.display)} />
          <Field
            label={words.phones.messaging(messagingApp.name)}
            autoComplete="off"
            {...toField(view, 'messaging', messagingApp.url)}
          />
        </>
      )}
    </FactSection>
  )
}

export function EmailsSection({ page }: SectionProps) {
  const { general, booking } = page.facts.emails
  return (
    <FactSection page={page} section="emails">
      {(view) => (
        <>
          <Field
            label={words.emails.general}
            hint={words.emails.generalHint}
            type="email"
            autoComplete="off"
            {...toField(view, 'general', general)}
          />
          <Field label={words.emails.booking} type="email" autoComplete="off" {...toField(view, 'booking', booking)} />
        </>
      )}
    </FactSection>
  )
}

export function AddressSection({ page }: SectionProps) {
  // A removed address is empty here, although pages still name the town.
  const now = page.saved.address.facts
  return (
    <FactSection page={page} section="address">
      {(view) => (
        <>
          <p className="hint">{words.address.hint}</p>
          {(['street', 'city', 'region', 'postalCode'] as const).map((name) => (
            <Field
              key={name}
              label={words.address[name]}
              optional
              autoComplete="off"
              {...toField(view, name, now[name])}
            />
          ))}
        </>
      )}
    </FactSection>
  )
}
