import type { ReactNode } from 'react'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { resetPage } from '#content/pages/login.ts'
import { profilePage as words } from '#content/pages/profile.ts'
import { MyAppointments, type ShownAppointment } from './my-appointments.tsx'
import { MyOrders, type ShownOrder } from './my-orders.tsx'
import { PasswordField } from './password-field.tsx'
import { ProfileFormFrame } from './profile-form.tsx'
import { type ShownSignIn, SignIns } from './sign-ins.tsx'

export type ProfileForm = 'name' | 'password' | 'sign-ins' | 'delete'

export type ShownProfile = {
  email: string
  name: string
  isAdmin: boolean
  isVerified: boolean
  emailsLeave: boolean
  appointments: { upcoming: ShownAppointment[]; rest: ShownAppointment[] }
  orders: ShownOrder[]
  signIns: ShownSignIn[]
}

type ProfilePageProps = {
  site: PageSite
  profile: ShownProfile
  /** The state of the posted form. */
  answer: { about: ProfileForm; form: FormState } | undefined
}

export function ProfilePage({ site, profile, answer }: ProfilePageProps) {
  const getForm = (about: ProfileForm) => (answer?.about === about ? answer.form : {})
  const page = { ...words, lead: words.signedInAs(profile.email) }
  return (
    <>
      <PageTop page={page} site={site} path="/profile" noindex />
      <div className="wrap body prof">
        {profile.isVerified ? (
          <>
            <Part id="appointments" heading={words.appointments.heading}>
              <MyAppointments {...profile.appointments} />
            </Part>
            <Part id="orders" heading={words.orders.heading}>
              <MyOrders orders={profile.orders} />
            </Part>
          </>
        ) : (
          <Part id="unproved" heading={words.unverified.heading}>
            <p>{words.unverified.text}</p>
            <p>
              <NoBreak text={profile.emailsLeave ? words.unverified.confirm : words.unverified.noEmail(site.clinic)} />
            </p>
          </Part>
        )}
        <Part id="your-name" heading={words.name.heading}>
          <NameForm clinic={site.clinic} name={profile.name} form={getForm('name')} />
        </Part>
        <Part id="your-password" heading={words.password.heading}>
          <PasswordForm clinic={site.clinic} email={profile.email} form={getForm('password')} />
        </Part>
        <Part id="sign-ins" heading={words.signIns.heading}>
          <SignIns clinic={site.clinic} signIns={profile.signIns} form={getForm('sign-ins')} />
        </Part>
        <Part id="delete" heading={words.remove.heading}>
          {profile.isAdmin ? <p>{words.remove.admin}</p> : <DeleteForm clinic={site.clinic} form={getForm('delete')} />}
        </Part>
      </div>
    </>
  )
}

/** With scripts each part is replaced separately, so that text typed elsewhere stays. */
function Part({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section id={id} data-swap>
      <h2>{heading}</h2>
      <div>{children}</div>
    </section>
  )
}

type FormProps = { clinic: PageSite['clinic']; form: FormState }

function NameForm({ clinic, name, form }: FormProps & { name: string }) {
  const { field, button } = words.name
  return (
    <>
      <FormOutcome form={form} />
      <ProfileFormFrame clinic={clinic}>
        <Field
          label={field}
          name="name"
          autoComplete="name"
          optional
          {...fieldState({ ...form, values: form.values ?? { name } }, 'name')}
        />
        <Button name="intent" value="name">
          {button}
        </Button>
      </ProfileFormFrame>
    </>
  )
}

function PasswordForm({ clinic, email, form }: FormProps & { email: string }) {
  const { current, button } = words.password
  return (
    <>
      <FormOutcome form={form} />
      <ProfileFormFrame clinic={clinic}>
        {/* For password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField label={current} name="current" kind="current-password" form={form} />
        <PasswordField
          label={words.password.new}
          kind="new-password"
          id="new-password"
          hint={resetPage.hint}
          form={form}
        />
        <Button name="intent" value="password">
          {button}
        </Button>
      </ProfileFormFrame>
    </>
  )
}

function DeleteForm({ clinic, form }: FormProps) {
  const { text, field, button } = words.remove
  return (
    <>
      <p>{text}</p>
      <FormOutcome form={form} />
      <ProfileFormFrame clinic={clinic}>
        <PasswordField label={field} kind="current-password" form={form} />
        <Button kind="line" name="intent" value="delete">
          {button}
        </Button>
      </ProfileFormFrame>
    </>
  )
}
