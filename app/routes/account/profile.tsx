import '#app/ui/styles/shop-and-booking.css'
import type { ReactNode } from 'react'
import { redirectDocument } from 'react-router'
import { leastLengthFor } from '#app/domain/accounts/password-rules.ts'
import { linksValidFrom, signAppointmentLink } from '#app/domain/booking/appointment-link.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { listPatientAppointments } from '#app/domain/booking/appointments.server.ts'
import { awaitsPayment } from '#app/domain/booking/money/pay-ahead.ts'
import { formatAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { signOrderLink } from '#app/domain/orders/order.ts'
import { listCustomerOrders } from '#app/domain/orders/order-list.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { workPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { listShownSignIns } from '#app/http/sign-ins.server.ts'
import { loadOr503 } from '#app/http/load.ts'
import { listShownPasskeys, type NewPasskey } from '#app/http/passkeys.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { useSite } from '#app/http/site.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { passkeys as passkeyWords } from '#content/pages/passkeys.ts'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { profilePage as words } from '#content/pages/profile.ts'
import { MyAppointments, type ShownAppointment } from './parts/my-appointments.tsx'
import { MyOrders } from './parts/my-orders.tsx'
import { Passkeys } from './parts/passkeys.tsx'
import { DeleteForm, NameForm, PasswordForm, SignIns } from './parts/profile-forms.tsx'
import { type ProfileForm, receiveProfile, toLogin } from './receive-profile.server.ts'
import { sampleProfile } from './sample-profile.server.ts'
import type { Route } from './+types/profile.ts'

export const handle = workPage()

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.doNotStore()
  const { database, signer, emailsLeave } = context.get(servicesContext)
  const texts = getTexts(context, 'profile')
  if (page.preview) return { texts, profile: { ...sampleProfile, emailsLeave }, saved: undefined }

  const now = Date.now()
  const loaded = await loadOr503(context, async () => {
    const who = await getSignedIn(request, context)
    if (!who) return undefined
    const [appointments, orders, signIns, passkeys] = await Promise.all([
      listPatientAppointments(database, who, now),
      listCustomerOrders(database, who),
      listShownSignIns(context, who),
      listShownPasskeys(context, who.accountId),
    ])
    return { who, appointments, orders, signIns, passkeys }
  })
  if (!loaded) throw redirectDocument(toLogin)
  const { who, appointments, orders, signIns, passkeys } = loaded
  const toShown = (appointment: Appointment): ShownAppointment => ({
    when: formatAppointmentTime(appointment, clinicTimeZone),
    state: words.states[awaitsPayment(appointment) ? 'held' : appointment.state],
    path: appointment.endsAt > linksValidFrom(now) ? signAppointmentLink(signer, appointment) : undefined,
  })
  const profile = {
    email: who.email,
    name: who.name,
    isStaff: who.access !== undefined,
    leastPassword: leastLengthFor({ ...who, role: who.access?.role }),
    isVerified: who.isVerified,
    emailsLeave,
    appointments: { upcoming: appointments.upcoming.map(toShown), rest: appointments.others.map(toShown) },
    orders: orders.map(({ id, number, status, totalCents, placedAt }) => ({
      number,
      status,
      totalCents,
      placedOn: formatClinicDate(placedAt, clinicTimeZone),
      path: signOrderLink(signer, id),
    })),
    passkeys,
    signIns,
  }
  return { texts, profile, saved: takeFlash(request, context, '/profile') }
}

type ProfileAnswer = { about: ProfileForm; form: FormState; newPasskey?: NewPasskey | undefined }

export const action = async ({ request, context }: Route.ActionArgs) =>
  receiveProfile(request, context, await typedFields(request))

export default function Profile({ loaderData: { texts, profile, saved }, actionData: posted }: Route.ComponentProps) {
  const site = useSite()
  const answer: ProfileAnswer | undefined = posted
  const { about: place, form } = answer ?? { about: saved?.about, form: { notice: saved?.text } }
  const getForm = (about: ProfileForm): FormState => (place === about ? form : {})
  const page = { ...texts, lead: fillInAlso(texts.lead, { account: profile.email }) }
  return (
    <>
      <PageTop page={page} site={site} path="/profile" noindex />
      <div className="wrap body prof">
        {profile.isVerified ? (
          <>
            <Part id="appointments" heading={texts.appointments.heading}>
              {profile.isStaff ? (
                <p>{words.staffAppointments}</p>
              ) : (
                <MyAppointments texts={texts.appointments} {...profile.appointments} />
              )}
            </Part>
            <Part id="orders" heading={texts.orders.heading}>
              <MyOrders texts={texts.orders} orders={profile.orders} />
            </Part>
          </>
        ) : (
          <Part id="unproved" heading={texts.unverified.heading}>
            <p>{texts.unverified.text}</p>
            <p>
              <NoBreak text={profile.emailsLeave ? texts.unverified.confirm : texts.unverified.noEmail} />
            </p>
          </Part>
        )}
        <Part id="your-data" heading={words.data.heading}>
          <p>
            <MoreLink href="/my-data">{words.data.link}</MoreLink>
          </p>
        </Part>
        <Part id="your-name" heading={texts.name}>
          <NameForm clinic={site.clinic} name={profile.name} form={getForm('name')} />
        </Part>
        <Part id="your-password" heading={texts.password}>
          <PasswordForm
            clinic={site.clinic}
            email={profile.email}
            least={profile.leastPassword}
            form={getForm('password')}
          />
        </Part>
        {(profile.isStaff || profile.isVerified) && (
          <Part id="passkeys" heading={passkeyWords.heading}>
            {profile.isStaff ? (
              <p>
                {passkeyWords.staff} <a href="/admin/security">{passkeyWords.toSecurity}</a>
              </p>
            ) : (
              <Passkeys
                clinic={site.clinic}
                passkeys={profile.passkeys}
                form={getForm('passkeys')}
                newPasskey={answer?.newPasskey}
              />
            )}
          </Part>
        )}
        <Part id="sign-ins" heading={texts.signIns}>
          <SignIns clinic={site.clinic} signIns={profile.signIns} form={getForm('sign-ins')} />
        </Part>
        <Part id="delete" heading={texts.remove.heading}>
          <p>{profile.isStaff ? texts.remove.admin : texts.remove.text}</p>
          {!profile.isStaff && <DeleteForm clinic={site.clinic} form={getForm('delete')} />}
        </Part>
      </div>
    </>
  )
}

function Part({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section id={id}>
      <h2>{heading}</h2>
      <div>{children}</div>
    </section>
  )
}
