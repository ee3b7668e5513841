import { listStaff, nameOf } from '#app/domain/accounts/staff.server.ts'
import { mayOpen } from '#app/http/rights.server.ts'
import type { Services } from '#app/services.server.ts'

/**
 * The people to whom messages can be assigned, by account. What is assigned to somebody else, whose access has ended, counts
 * as assigned to nobody.
 */
export async function findAssignees({ database, config }: Pick<Services, 'database' | 'config'>) {
  const staff = await listStaff(database, config.admin.email)
  return new Map(
    staff
      .filter(({ role }) => mayOpen(role, '/admin/messages'))
      .map((member) => [member.accountId, nameOf(member)] as const),
  )
}
