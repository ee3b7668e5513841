import type { PersonResource } from '#app/domain/shared/scope.ts'

/** What people may do who work here (product decisions, 'Staff'). The owner's is the account of ADMIN_EMAIL. */
export const roles = ['owner', 'manager', 'front-desk', 'practitioner', 'editor'] as const
export type Role = (typeof roles)[number]

/** That people are invited to. */
export const invitedRoles = ['manager', 'front-desk', 'practitioner', 'editor'] as const satisfies Role[]
export type InvitedRole = (typeof invitedRoles)[number]

/** Whether somebody gives this role to others and takes it away. Managers don't manage each other. */
export const mayManage = (role: Role, other: InvitedRole) =>
  role === 'owner' || (role === 'manager' && other !== 'manager')

/** The role that somebody is given; a practitioner is one of the team. */
export type GivenRole =
  | { role: Exclude<InvitedRole, 'practitioner'>; person?: undefined }
  | { role: 'practitioner'; person: PersonResource }

/** In a sentence of the audit trail. */
export const describeRole = ({ role, person }: { role: InvitedRole; person?: PersonResource | null | undefined }) =>
  person ? `${role} (${person.slice('person:'.length)})` : role
