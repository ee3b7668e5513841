import type { Database } from '#app/database/connection.server.ts'
import { leastForAdmin } from '#app/domain/accounts/password-rules.ts'
import { sessionCookie } from '#app/domain/accounts/session-cookie.ts'
import { createSignIn } from '#app/integrations/sign-in/sign-in.server.ts'

/** The sign-in library on a test's database, as a site without an outside address has it. */
export const openSignIn = ({ libraryDb, kind }: Database, { mustBeProved = true } = {}) =>
  createSignIn(
    { db: libraryDb, type: kind },
    {
      secret: 's'.repeat(40),
      publicOrigin: 'http://localhost',
      secure: false,
      sessionCookie,
      mustBeProved,
      longFrom: leastForAdmin,
    },
  )

/** No pattern of any list. */
export const goodPassword = 'nine sparrows on a wire'
export const otherPassword = 'kettle umbrella train'
