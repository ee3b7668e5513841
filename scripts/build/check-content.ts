import { deliveredBooking } from '#app/domain/booking/live-booking.server.ts'
import { listServices } from '#app/domain/catalogue/services.ts'
import { clinicSchema } from '#app/domain/clinic/clinic-schema.server.ts'
import { clinic } from '#content/clinic.ts'
import { photos, plates, spots } from '#content/pictures.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { listTeam } from '#app/domain/team/team.ts'
import { recordFile } from '#app/domain/content/content-files.server.ts'
import type { RecordName } from '#app/domain/content/content-record.ts'
import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { toRule } from '#app/domain/content/field-rules.server.ts'
import { contentCollections, contentRecords } from '#content/schemas/all.ts'
import { featuredServiceIds } from '#content/services.ts'
import { z } from 'zod'
import { findContrastProblems } from './check-contrast.ts'
import { findContentProblems } from './content-problems.ts'
import { loadContentTexts } from './content-texts.ts'

const checks: (readonly [file: string, schema: z.ZodType, value: unknown])[] = [
  ['content/clinic.ts', clinicSchema, clinic],
  ...Object.entries<{ schema: ContentSchema; file: unknown }>(contentRecords).map(
    ([name, { schema, file }]) => [`content/${fileOf(name)}`, toRecordRule(schema), file] as const,
  ),
  ...Object.entries<{ schema: ContentSchema; files: object }>(contentCollections).flatMap(([name, { schema, files }]) =>
    Object.entries(files).map(([id, file]) => [`content/${name}.json, ${id},`, toRecordRule(schema), file] as const),
  ),
]

/** 'pages/home.json'; 'clinic.json, hours,' of a part. */
function fileOf(name: string) {
  const part = name.split('/')[1]
  return part ? `${recordFile(name as RecordName)}, ${part},` : recordFile(name as RecordName)
}

export function toRecordRule({ fields }: ContentSchema) {
  return toRule({ kind: 'group', label: '', fields })
}

/** Finds what types cannot: an empty title, a closing time before the opening, a color without contrast. Throws a line each. */
export async function checkContent() {
  const mistakes = checks.flatMap(([file, schema, value]) => findMistakes(file, schema, value))
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  const content = {
    services: listServices(deliveredContent),
    featuredServiceIds,
    booking: deliveredBooking,
    team: listTeam(deliveredContent),
    posts: contentCollections.posts.files,
    pictures: { plates, spots, photos },
    texts: await loadContentTexts(),
  }
  const problems = [...findContentProblems(content), ...findContrastProblems()]
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/** A line for each field: 'content/products.json, triphala, priceCents: …'. */
export function findMistakes(file: string, schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value, { reportInput: true })
  const sentences = new Map<string, string>()
  for (const { path, message, input } of error?.issues ?? []) {
    const at = z.core.toDotPath(path)
    if (!sentences.has(at)) sentences.set(at, input === undefined ? 'It is missing.' : message)
  }
  return [...sentences].map(([at, sentence]) => `${file.replace(/,$/, '')}, ${at}: ${sentence}`)
}
