import { sql } from 'kysely'
import { openDatabase } from '#app/database/connection.server.ts'
import { type Migration, migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'

const [location = '', mode] = process.argv.slice(2)

/** Creates a table; in mode 'die' the process is killed before the commit. */
const slow: Migration = {
  name: '9998-made-once',
  async up(tx) {
    await sql`create table made_once (id text)`.execute(tx)
    await sql`insert into made_once values ('once')`.execute(tx)
    if (mode === 'die') process.kill(process.pid, 'SIGKILL')
  },
}

const database = openDatabase(JSON.parse(location))
await migrate(database, [...migrations, slow])
await database.close()
