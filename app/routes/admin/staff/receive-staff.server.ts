import { inviteForm } from '#app/domain/accounts/account-forms.server.ts'
import { invite, withdrawInvitation } from '#app/domain/accounts/invitations.server.ts'
import { type InvitedRole, invitedRoles } from '#app/domain/accounts/roles.ts'
import { changeRole, endAccess, type StaffActor } from '#app/domain/accounts/staff.server.ts'
import { getActor, getStaff } from '#app/http/admin.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import type { Flash } from '#app/http/flash.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { formError, showForm, submitIntent } from '#app/http/submit.server.ts'
import { admin } from '#content/pages/admin.ts'
import { staffPage as words } from './words.ts'

export async function receiveStaff(request: Request, context: RequestContext) {
  const services = context.get(servicesContext)
  const actor: StaffActor = { ...getActor(context), role: getStaff(context).role }
  const typed = await typedFields(request)
  const done = (flash: Flash, about?: string) =>
    redirectDone(context, typed, { record: '/admin/staff', flash, ...(about && { about }) })
  const { accountId = '', invitationId = '' } = typed
  const was = toRole(typed.was)
  const role = toRole(typed.role)
  const managed = (answer: { ok: true } | { ok: false; reason: 'changed' | 'not-allowed' }, flash: Flash) => {
    if (answer.ok) return done(flash)
    return answer.reason === 'changed' ? formError(409, words.changed) : formError(403, words.notAllowed)
  }
  return submitIntent(context, typed, {
    invite: () =>
      sendInvitation(context, actor, typed, () => done('staff-invited', services.emailsLeave ? 'sent' : 'kept')),
    async withdraw() {
      const withdrawn = await withdrawInvitation(services, actor, invitationId)
      return withdrawn ? done('staff-withdrawn') : formError(409, words.changed)
    },
    async role() {
      if (!was || !role) return formError(400, admin.unknownIntent)
      return managed(await changeRole(services, actor, { accountId, was, role }), 'staff-role-changed')
    },
    async end() {
      if (!was) return formError(400, admin.unknownIntent)
      return managed(await endAccess(services, actor, { accountId, was }), 'staff-ended')
    },
  })
}

const toRole = (text: string | undefined): InvitedRole | undefined => invitedRoles.find((role) => role === text)

const refused = { 'is-owner': words.invite.isOwner, 'works-here': words.invite.worksHere }

async function sendInvitation(context: RequestContext, actor: StaffActor, typed: Typed, done: () => Response) {
  const checked = checkFields(typed, inviteForm)
  if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
  const invited = await invite(context.get(servicesContext), actor, { ...checked.values, now: Date.now() })
  if (invited.ok) return done()
  if (invited.reason === 'not-allowed') return showForm(typed, 403, { fieldErrors: { role: words.invite.notYours } })
  return showForm(typed, 409, { fieldErrors: { email: refused[invited.reason] } })
}
