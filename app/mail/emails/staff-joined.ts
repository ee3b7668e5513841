import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { listStaff, nameOf } from '#app/domain/accounts/staff.server.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { sampleOrigin } from '#app/mail/samples.ts'
import { staffJoined as words } from '#content/emails.ts'
import { roleWords } from '#content/roles.ts'

type Joined = { name: string; email: string; role: string; url: string }

/** To the owner. */
export const staffJoined = defineEmail<'staff-joined', Joined>({
  kind: 'staff-joined',
  async load({ database, config }, { accountId }) {
    const staff = await listStaff(database, config.admin.email)
    const member = staff.find((one) => one.accountId === accountId)
    if (!member) return undefined
    const { email, role } = member
    return {
      name: nameOf(member),
      email,
      role: roleWords[role].name,
      url: `${config.publicOrigin}${signInPath('/admin/staff')}`,
    }
  },
  head: ({ name }) => ({ subject: words.subject(name), preview: words.preview, headline: words.headline(name) }),
  body: ({ name, email, role, url }) => [
    {
      facts: [
        { name: words.rows.name, value: name },
        { name: words.rows.email, value: email },
        { name: words.rows.role, value: role },
      ],
    },
    { paragraph: words.advice },
    buttonPart(words.link, url),
  ],
  why: words.why,
  toClinic: true,
  sample: {
    name: 'Noor Haddad',
    email: 'noor@example.com',
    role: 'Front desk',
    url: `${sampleOrigin}${signInPath('/admin/staff')}`,
  },
})
