import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import about from '../pages/about.json' with { type: 'json' }
import home from '../pages/home.json' with { type: 'json' }
import { aboutSchema } from './about.ts'
import { homeSchema } from './home.ts'

/** Everything that is edited in the browser: a new record is its file, its schema, and one line here. */
export const contentRecords = {
  about: { schema: aboutSchema, file: about },
  home: { schema: homeSchema, file: home },
} satisfies Record<string, { schema: ContentSchema; file: unknown }>
