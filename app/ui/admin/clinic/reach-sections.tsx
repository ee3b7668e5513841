import { Field } from '#app/ui/primitives/field.tsx'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { currentSummary } from './section-summary.ts'
import { FoldedForm, Section, SectionForm, SectionOutcome } from './section-form.tsx'
import { type ClinicPageData, toField, toSectionView } from './section-view.ts'

export function PhonesSection({ page }: { page: ClinicPageData }) {
  const view = toSectionView(page, 'phones')
  const { phone, messagingApp } = page.facts
  return (
    <Section heading={words.phones.heading} id={view.id}>
      <p>{currentSummary('phones', page)}</p>
      <SectionOutcome view={view} />
      <FoldedForm summary={words.phones.change} view={view}>
        <SectionForm page={page} view={view}>
          <Field label={words.phones.phone} type="tel" autoComplete="off" {...toField(view, 'phone', phone.display)} />
          <Field
            label={words.phones.messaging(messagingApp.name)}
            autoComplete="off"
            {...toField(view, 'messaging', messagingApp.url)}
          />
        </SectionForm>
      </FoldedForm>
    </Section>
  )
}

export function EmailsSection({ page }: { page: ClinicPageData }) {
  const view = toSectionView(page, 'emails')
  const { general, booking } = page.facts.emails
  return (
    <Section heading={words.emails.heading} id={view.id}>
      <p>{currentSummary('emails', page)}</p>
      <SectionOutcome view={view} />
      <FoldedForm summary={words.emails.change} view={view}>
        <SectionForm page={page} view={view}>
          <Field
            label={words.emails.general}
            hint={words.emails.generalHint}
            type="email"
            autoComplete="off"
            {...toField(view, 'general', general)}
          />
          <Field label={words.emails.booking} type="email" autoComplete="off" {...toField(view, 'booking', booking)} />
        </SectionForm>
      </FoldedForm>
    </Section>
  )
}

export function AddressSection({ page }: { page: ClinicPageData }) {
  const view = toSectionView(page, 'address')
  // One that was taken off is empty here, while pages go on naming the town.
  const now = page.overlays.address ?? page.facts
  return (
    <Section heading={words.address.heading} id={view.id}>
      <p>{currentSummary('address', page)}</p>
      <SectionOutcome view={view} />
      <FoldedForm summary={words.address.change} view={view}>
        <SectionForm page={page} view={view}>
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
      </FoldedForm>
    </Section>
  )
}
