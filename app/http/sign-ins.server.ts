import { deviceName } from '#app/domain/accounts/device-name.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { profilePage } from '#content/pages/profile.ts'
import { servicesContext, type RequestContext } from './context.ts'

/** The devices on which an account is signed in, for a page. */
export async function listShownSignIns(context: RequestContext, who: { accountId: string; sessionId: string }) {
  const sessions = await context.get(servicesContext).signIn.listSessions(who.accountId)
  return sessions.map(({ id, userAgent, since, lastUsedAt }) => ({
    id,
    device: deviceName(userAgent) ?? profilePage.signIns.unknown,
    isThis: id === who.sessionId,
    since: formatClinicDate(since, clinicTimeZone),
    lastUsed: formatClinicDate(lastUsedAt, clinicTimeZone),
  }))
}
