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
import { listCustomerOrders } from '#app/domain/orders/order-list.server.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { flashAbout, takeFlash } from '#app/http/flash.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { loadOr503 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import type { ShownAppointment } from './parts/my-appointments.tsx'
import { type ProfileForm, ProfilePage, type ShownProfile } from './parts/profile-page.tsx'
import { profilePage } from '#content/pages/profile.ts'
import { receiveProfile } from './receive-profile.server.ts'

export const handle = contentPage()

const toLogin = signInPath('/profile')

export async function loader({ request, context }: LoaderFunctionArgs) {
  context.get(pageContext).doNotStore()
  const { config, database, signIn, signer, emailsLeave } = context.get(servicesContext)
  const now = Date.now()
  const loaded = await loadOr503(context, async () => {
    const who = await getSignedIn(request, context)
    if (!who) return undefined
    const [appointments, orders, sessions] = await Promise.all([
      listPatientAppointments(database, who, now),
      listCustomerOrders(database, who),
      signIn.listSessions(who.accountId),
    ])
    return { who, appointments, orders, sessions }
  })
  if (!loaded) throw redirect(toLogin)
  const { who, appointments, orders, sessions } = loaded
  const toShown = (appointment: Appointment): ShownAppointment => ({
    when: formatAppointmentTime(appointment, clinicTimeZone),
    state: profilePage.appointments.states[appointment.state],
    path:
      appointment.endsAt > linksValidFrom(now)
        ? appointmentPath(signer.sign(appointmentPurpose, appointmentLinkPayload(appointment)))
        : undefined,
  })
  const profile: ShownProfile = {
    email: who.email,
    name: who.name,
    isAdmin: isAdmin(who, config.admin.email),
    isVerified: who.isVerified,
    emailsLeave,
    appointments: { upcoming: appointments.upcoming.map(toShown), rest: appointments.others.map(toShown) },
    orders: orders.map(({ id, number, status, totalCents, placedAt }) => ({
      number,
      status,
      totalCents,
      placedOn: formatClinicDate(placedAt, clinicTimeZone),
      path: orderPath(signer.sign(orderPurpose, id)),
    })),
    signIns: sessions.map(({ id, userAgent, since, lastUsedAt }) => ({
      id,
      device: deviceName(userAgent) ?? profilePage.signIns.unknown,
      isThis: id === who.sessionId,
      since: formatClinicDate(since, clinicTimeZone),
      lastUsed: formatClinicDate(lastUsedAt, clinicTimeZone),
    })),
  }
  const saved = takeFlash(request, context, ['profile-saved']) && findSavedForm(flashAbout(request))
  return data({ profile, saved }, { headers: { 'Cache-Control': 'no-store' } })
}

const findSavedForm = (about: string | undefined) =>
  (['name', 'password', 'sign-ins'] as const).find((form) => form === about)

export async function action({ request, context }: ActionFunctionArgs) {
  const who = await loadOr503(context, () => getSignedIn(request, context))
  if (!who) return redirect(toLogin, 303)
  return receiveProfile(request, context, who, await typedFields(request))
}

export default function Profile() {
  const { profile, saved } = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState; about: ProfileForm }>()
  const notice = saved && { about: saved, form: { notice: profilePage.saved[saved] } }
  return <ProfilePage site={useSite()} profile={profile} answer={posted ?? notice} />
}
