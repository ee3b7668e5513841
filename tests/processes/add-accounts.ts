import { openDatabase } from '#app/database/connection.server.ts'
import { openSignIn } from '#tests/support/accounts.ts'

// Adds a hundred accounts with the sign-in library's own writes, outside of the site's transactions.
const [location = '', name = ''] = process.argv.slice(2)
const database = openDatabase(JSON.parse(location))
const signIn = openSignIn(database)
for (let index = 0; index < 100; index += 1)
  await signIn.addAccount({ name, email: `${name}-${index}@example.com`, hash: 'none', isVerified: false })
await database.close()
