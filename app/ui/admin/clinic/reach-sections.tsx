import { Field } from '#app/ui/primitives/field.tsx'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { currentSummary } from './section-summary.ts'
import { Section, SectionForm } from './section-form.tsx'
import { type ClinicPageData, toField, toSectionView } from './section-view.ts'

export function PhonesSection({ page }: { page: ClinicPageData }) {
  const view = toSectionView(page, 'phones')
  const { phone, messagingApp } = page.facts
  return (
    <Section heading={words.phones.heading} id={view.id}>
      <p>{currentSummary('phones', page)}</p>
      <SectionForm page={page} view={view} fold={words.phones.change}>
        <Field label={words.phones.phone} type="tel" autoComplete="off" {...toField(view, 'phone', phone.display)} />
        <Field
          label={words.phones.messaging(messagingApp.name)}
          autoComplete="off"
          {...toField(view, 'messaging', messagingApp.url)}
        />
      </SectionForm>
    </Section>
  )
}

export function EmailsSection({ page }: { page: ClinicPageData }) {
  const view = toSectionView(page, 'emails')
  const { general, booking } = page.facts.emails
  return (
    <Section heading={words.emails.heading} id={view.id}>
      <p>{currentSummary('emails', page)}</p>
      <SectionForm page={page} view={view} fold={words.emails.change}>
        <Field
          label={words.emails.general}
          hint={words.emails.generalHint}
          type="email"
          autoComplete="off"
          {...toField(view, 'general', general)}
        />
        <Field label={words.emails.booking} type="email" autoComplete="off" {...toField(view, 'booking', booking)} />
      </SectionForm>
    </Section>
  )
}

export function AddressSection({ page }: { page: ClinicPageData }) {
  const view = toSectionView(page, 'address')
  // A removed address is empty here, although pages still name the town.
  const now = page.overlays.address ?? page.facts
  return (
    <Section heading={words.address.heading} id={view.id}>
      <p>{currentSummary('address', page)}</p>
      <SectionForm page={page} view={view} fold={words.address.change}>
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
      </SectionForm>
    </Section>
  )
}
