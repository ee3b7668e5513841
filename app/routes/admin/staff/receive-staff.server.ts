import { inviteForm } from '#app/domain/accounts/account-forms.server.ts'
import { invite, withdrawInvitation } from '#app/domain/accounts/invitations.server.ts'
import { type GivenRole, type InvitedRole, invitedRoles } from '#app/domain/accounts/roles.ts'
import { changeRole, endAccess, type StaffActor } from '#app/domain/accounts/staff.server.ts'
import { countUpcoming } from '#app/domain/booking/upcoming-count.server.ts'
import { listTeam } from '#app/domain/team/team.ts'
import type { PersonResource } from '#app/domain/shared/scope.ts'
import { getActor, getStaff } from '#app/http/admin.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { formError, showForm, submitIntent } from '#app/http/submit.server.ts'
import type { Services } from '#app/services.server.ts'
import { admin } from '#content/pages/admin.ts'
import { staffPage as words } from './words.ts'

export async function receiveStaff(request: Request, context: RequestContext) {
  const services = context.get(servicesContext)
  const actor: StaffActor = { ...getActor(context), role: getStaff(context).role }
  const typed = await typedFields(request)
  const done = (text: string, record = '/admin/staff') => redirectDone(context, typed, { record, text })
  const { accountId = '', invitationId = '' } = typed
  const was = toRole(typed.was)
  const role = toRole(typed.role)
  const managed = async (answer: Awaited<ReturnType<typeof changeRole>>, text: string) => {
    if (answer.ok) return (await isToHandOver(services, answer.left)) ? done(text, handOverPath) : done(text)
    if (answer.reason === 'person-taken') return formError(409, words.personTaken)
    return answer.reason === 'changed' ? formError(409, words.changed) : formError(403, words.notAllowed)
  }
  return submitIntent(context, typed, {
    invite: () =>
      sendInvitation(context, actor, typed, () =>
        done(words.done[services.emailsLeave ? 'invited' : actor.role === 'owner' ? 'kept' : 'keptForOwner']),
      ),
    async withdraw() {
      const withdrawn = await withdrawInvitation(services, actor, invitationId)
      return withdrawn ? done(words.done.withdrawn) : formError(409, words.changed)
    },
    async role() {
      if (!was || !role) return formError(400, admin.unknownIntent)
      const given = toGiven(services, role, typed.person)
      if (!given) return formError(400, words.choosePerson)
      const change = { accountId, was, given, now: Date.now() }
      return managed(await changeRole(services, actor, change), words.done.changed)
    },
    async end() {
      if (!was) return formError(400, admin.unknownIntent)
      return managed(await endAccess(services, actor, { accountId, was, now: Date.now() }), words.done.ended)
    },
  })
}

const handOverPath = '/admin/appointments/hand-over'

const isToHandOver = async ({ database }: Pick<Services, 'database'>, person: PersonResource | undefined) =>
  person !== undefined && (await countUpcoming(database.db, { person }, Date.now())) > 0

const toRole = (text: string | undefined): InvitedRole | undefined => invitedRoles.find((role) => role === text)

/** The role with the person of the team who a practitioner is; undefined without one. */
function toGiven({ content }: Pick<Services, 'content'>, role: InvitedRole, person = ''): GivenRole | undefined {
  if (role !== 'practitioner') return { role }
  const known = listTeam(content).find(({ id }) => id === person)
  return known && { role, person: `person:${known.id}` }
}

const refused = { 'is-owner': words.invite.isOwner, 'works-here': words.invite.worksHere }

async function sendInvitation(context: RequestContext, actor: StaffActor, typed: Typed, done: () => Response) {
  const checked = checkFields(typed, inviteForm)
  if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
  const services = context.get(servicesContext)
  const { email, role, person } = checked.values
  const given = toGiven(services, role, person)
  if (!given) return showForm(typed, 400, { fieldErrors: { person: words.choosePerson } })
  const invited = await invite(services, actor, { email, given, now: Date.now() })
  if (invited.ok) return done()
  if (invited.reason === 'person-taken') return showForm(typed, 409, { fieldErrors: { person: words.personTaken } })
  if (invited.reason === 'not-allowed') return showForm(typed, 403, { fieldErrors: { role: words.invite.notYours } })
  return showForm(typed, 409, { fieldErrors: { email: refused[invited.reason] } })
}
