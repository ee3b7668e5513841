import { Link } from 'react-router'
import { listLeavers } from '#app/domain/accounts/handovers.server.ts'
import { listInvitations } from '#app/domain/accounts/invitations.server.ts'
import { invitedRoles, mayManage, type Role, roles } from '#app/domain/accounts/roles.ts'
import { listStaff, nameOf, type StaffMember } from '#app/domain/accounts/staff.server.ts'
import { listUpcomingWith } from '#app/domain/booking/appointments.server.ts'
import { toResourceId } from '#app/domain/booking/service-needs.ts'
import { listTeam } from '#app/domain/team/team.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicMoment, formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor, getStaff } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { handOverPage } from '#content/pages/hand-over.ts'
import { roleWords } from '#content/roles.ts'
import { receiveStaff } from './receive-staff.server.ts'
import { staffPage as words } from './words.ts'
import type { Route } from './+types/staff.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { database, config, content } = context.get(servicesContext)
  const now = Date.now()
  const [staff, invitations, toHandOver] = await loadOr503(context, () =>
    Promise.all([
      listStaff(database, config.admin.email),
      listInvitations(database),
      listLeavers(database).then((leavers) => listUpcomingWith(database.db, leavers, now)),
    ]),
  )
  const { role } = getStaff(context)
  const { who } = getActor(context)
  const manages = (other: Role) => other !== 'owner' && mayManage(role, other)
  return {
    staff: staff.map((member) => toView(member, { isYou: member.accountId === who, isManaged: manages(member.role) })),
    invitations: invitations.map(({ invitedAt, until, person, ...invitation }) => ({
      ...invitation,
      person: person ? toResourceId(person) : undefined,
      sent: clinicMoment(invitedAt, clinicTimeZone, now),
      isOver: until <= now,
      isManaged: manages(invitation.role),
    })),
    /** Leads to their appointments; its text comes along, since a file of it would be one more that every page lists. */
    handOver: toHandOver.length > 0 ? handOverPage.title : undefined,
    /** The roles that this person gives. */
    gives: invitedRoles.filter(manages),
    team: listTeam(content).map(({ id, name }) => [id, name] as const),
  }
}

const toView = ({ since, ...member }: StaffMember, more: { isYou: boolean; isManaged: boolean }) => ({
  ...member,
  ...more,
  name: nameOf(member),
  person: member.person ? toResourceId(member.person) : undefined,
  since: since === undefined ? undefined : formatClinicDate(since, clinicTimeZone),
})

export const action = ({ request, context }: Route.ActionArgs) => receiveStaff(request, context)

export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, invitations, handOver, gives, team } = loaderData
  const { form = {} }: { form?: FormState } = actionData ?? {}
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <p className="muted">{words.lead}</p>
        <FormOutcome form={form} />
        {handOver && (
          <p>
            <Link to="/admin/appointments/hand-over">{handOver}</Link>
          </p>
        )}
        <Table columns={words.columns}>
          {staff.map((member) => (
            <MemberRow key={member.accountId} {...member} gives={gives} team={team} />
          ))}
        </Table>
        {invitations.length > 0 && <Invitations invitations={invitations} />}
        <Invite gives={gives} team={team} form={form} />
        <section className="panel stack adm-read" aria-labelledby="roles">
          <h2 id="roles">{words.roles}</h2>
          <dl className="dl">
            {roles.map((role) => (
              <Detail key={role} name={roleWords[role].name}>
                {roleWords[role].may}
              </Detail>
            ))}
          </dl>
        </section>
      </div>
    </AdminPage>
  )
}

type View = Route.ComponentProps['loaderData']
type Gives = Pick<View, 'gives' | 'team'>

const toOptions = (gives: View['gives']) => gives.map((role) => [role, roleWords[role].name] as const)

function MemberRow(member: View['staff'][number] & Gives) {
  const { accountId, name, email, role, person, since, hasSecondFactor, hasPasskeys, isYou, isManaged, gives, team } =
    member
  return (
    <tr>
      <td>
        <bdi>{name}</bdi> {isYou && <span className="tag">{words.you}</span>}
        <span className="hint cell-line">
          <bdi>{email}</bdi>
          {since && `, ${words.since(since)}`}
        </span>
      </td>
      <td>
        {isManaged ? (
          <ActionForm className="row row-form">
            <MemberFields accountId={accountId} role={role} />
            <SelectField
              key={role}
              label={<span className="vh">{words.role(name)}</span>}
              name="role"
              id={`role-${accountId}`}
              options={toOptions(gives)}
              defaultValue={role}
            />
            {team.length > 0 && (
              <SelectField
                key={`${role} ${person}`}
                label={<span className="vh">{words.person(name)}</span>}
                name="person"
                id={`person-${accountId}`}
                options={[['', words.nobody], ...team]}
                defaultValue={person ?? ''}
              />
            )}
            <IntentButton intent="role" text={words.save} kind="line" small />
          </ActionForm>
        ) : (
          roleWords[role].name
        )}
      </td>
      <td className="muted">
        {[hasSecondFactor && words.factors.two, hasPasskeys && words.factors.passkey].filter(Boolean).join(', ') ||
          words.factors.one}
      </td>
      <td>
        {isManaged && (
          <ActionForm>
            <MemberFields accountId={accountId} role={role} />
            <IntentButton intent="end" text={words.end} kind="danger" aria-label={words.endOf(name)} />
          </ActionForm>
        )}
      </td>
    </tr>
  )
}

const MemberFields = ({ accountId, role }: { accountId: string; role: Role }) => (
  <>
    <input type="hidden" name="accountId" value={accountId} />
    <input type="hidden" name="was" value={role} />
  </>
)

const Invitations = ({ invitations }: Pick<View, 'invitations'>) => (
  <section className="stack" aria-labelledby="invitations">
    <h2 id="invitations">{words.invitations.heading}</h2>
    <Table columns={words.invitations.columns}>
      {invitations.map(({ id, email, role, person, sent, isOver, isManaged }) => (
        <tr key={id}>
          <td>
            <bdi>{email}</bdi>
          </td>
          <td>{roleWords[role].name}</td>
          <td className="hint">{isOver ? words.invitations.over : sent}</td>
          <td>
            {isManaged && (
              <ActionForm className="row">
                <input type="hidden" name="invitationId" value={id} />
                <input type="hidden" name="email" value={email} />
                <input type="hidden" name="role" value={role} />
                <input type="hidden" name="person" value={person ?? ''} />
                <IntentButton intent="invite" text={words.invitations.again} kind="line" small />
                <IntentButton intent="withdraw" text={words.invitations.withdraw} kind="danger" />
              </ActionForm>
            )}
          </td>
        </tr>
      ))}
    </Table>
  </section>
)

const Invite = ({ gives, team, form }: Gives & { form: FormState }) => (
  <section className="panel stack adm-read" aria-labelledby="invite">
    <h2 id="invite">{words.invite.heading}</h2>
    <p className="hint">{words.invite.hint}</p>
    <ActionForm className="stack" noValidate>
      <Field label={words.invite.email} type="email" autoComplete="off" {...namedField(form, 'email')} />
      <SelectField
        label={words.invite.role}
        name="role"
        options={toOptions(gives)}
        defaultValue={form.values?.role ?? 'front-desk'}
        {...(form.fieldErrors?.role && { error: form.fieldErrors.role })}
      />
      <SelectField
        label={words.invite.person}
        hint={words.invite.personHint}
        name="person"
        options={[['', words.nobody], ...team]}
        defaultValue={form.values?.person ?? ''}
        {...(form.fieldErrors?.person && { error: form.fieldErrors.person })}
      />
      <IntentButton intent="invite" text={words.invite.button} />
    </ActionForm>
  </section>
)
