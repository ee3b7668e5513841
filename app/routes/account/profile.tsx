import '#app/ui/styles/errands.css'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { isAdmin } from '#app/domain/accounts/admin.ts'
import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { deviceName } from '#app/domain/accounts/device-name.ts'
import {
  appointmentPath,
  appointmentPurpose,
  linksValidFrom,
  appointmentLinkPayload,
} from '#app/domain/booking/appointment-link.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { listPatientAppointments } from '#app/domain/booking/appointments.server.ts'
import { formatAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { orderPath, orderPurpose } from '#app/domain/orders/order.ts'
import { listCustomerOrders } from '#app/domain/orders/customer-orders.server.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { flashAbout, takeFlash } from '#app/http/flash.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import type { ShownAppointment } from './parts/my-appointments.tsx'
import { type ProfileForm, ProfilePage, type ShownProfile } from './parts/profile-page.tsx'
import { profilePage } from '#content/pages/profile.ts'
import { receiveProfile } from './receive-profile.server.ts'

export const handle = contentPage()

const toLogin = signInPath('/profile')

/** What belongs to whoever is signed in, and nothing of anybody else's. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  context.get(pageContext).doNotStore()
  const { config, database, signIn, signer, emailsLeave } = context.get(servicesContext)
  const now = Date.now()
  const read = await tryLoad(context, async () => {
    const who = await getSignedIn(request, context)
    if (!who) return { who }
    const [visits, orders, sessions] = await Promise.all([
      listPatientAppointments(database, who, now),
      listCustomerOrders(database, who),
      signIn.listSessions(who.accountId),
    ])
    return { who, visits, orders, sessions }
  })
  if (!read) throw data(null, { status: 503 })
  if (!read.who) throw redirect(toLogin)
  const { who, visits, orders, sessions } = read
  const shown = (visit: Appointment): ShownAppointment => ({
    when: formatAppointmentTime(visit, clinicTimeZone),
    state: profilePage.appointments.states[visit.state],
    path:
      visit.endsAt > linksValidFrom(now)
        ? appointmentPath(signer.sign(appointmentPurpose, appointmentLinkPayload(visit)))
        : undefined,
  })
  const profile: ShownProfile = {
    email: who.email,
    name: who.name,
    isAdmin: isAdmin(who, config.admin.email),
    isProved: who.isVerified,
    emailsLeave,
    visits: { ahead: visits.upcoming.map(shown), rest: visits.others.map(shown) },
    orders: orders.map(({ id, number, status, totalCents, placedAt }) => ({
      number,
      status,
      totalCents,
      placedOn: formatClinicDate(placedAt, clinicTimeZone),
      path: orderPath(signer.sign(orderPurpose, id)),
    })),
    signIns: sessions.map(({ id, userAgent, since, lastUsedAt }) => ({
      id,
      device: deviceName(userAgent),
      isThis: id === who.sessionId,
      since: formatClinicDate(since, clinicTimeZone),
      lastUsed: formatClinicDate(lastUsedAt, clinicTimeZone),
    })),
  }
  const saved = takeFlash(request, context, ['profile-saved']) && savedForm(flashAbout(request))
  return data({ profile, saved }, { headers: { 'Cache-Control': 'no-store' } })
}

const savedForm = (about: string | undefined) =>
  (['name', 'password', 'sign-ins'] as const).find((form) => form === about)

export async function action({ request, context }: ActionFunctionArgs) {
  const read = await tryLoad(context, async () => ({ who: await getSignedIn(request, context) }))
  if (!read) throw data(null, { status: 503 })
  if (!read.who) return redirect(toLogin, 303)
  return receiveProfile(request, context, read.who, await typedFields(request))
}

export default function Profile() {
  const { profile, saved } = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState; about: ProfileForm }>()
  const notice = saved && { about: saved, form: { notice: profilePage.saved[saved] } }
  return <ProfilePage site={useSite()} profile={profile} answer={posted ?? notice} />
}
