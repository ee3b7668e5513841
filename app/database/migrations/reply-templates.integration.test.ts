import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openContent } from '#app/domain/content/content-now.server.ts'
import { listTemplates } from '#app/domain/contact/reply-template.ts'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('reply templates of 0.9.0 are still there, but for deleted ones. On PostgreSQL, too', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrations.slice(0, 1))
  const id = 'f3b0c442-98fc-4c14-9afb-f4c8996fb924'
  await sql`insert into reply_templates (id, title, text, revision, deleted_at) values
    (${id}, 'Thanks', 'Dear {name}, {anything}', 3, null), ('gone', 'Gone', 'x', 1, 5)`.execute(database.db)
  await migrate(database, migrations)
  const templates = listTemplates(await openContent(database, () => undefined))
  expect(templates).toEqual([{ id, title: 'Thanks', text: 'Dear {name}, {anything}', archived: false }])
})
