import { z } from 'zod'
import { optionalField, singleLine } from '#app/domain/shared/plain-text.server.ts'
import { picturesWords as words } from '#content/pages/admin-pictures.ts'
import { mostAltLength } from './picture.ts'

/** What a picture shows, in words; '' only if it was chosen that it shows nothing. */
const description = {
  alt: optionalField(
    singleLine({ blank: words.alt.blank, most: mostAltLength, tooLong: words.alt.tooLong(mostAltLength) }),
  ),
  decorative: z.string().optional(),
}
type Description = { alt?: string | undefined; decorative?: string | undefined }

const isDescribed = ({ alt, decorative }: Description) => Boolean(alt ?? decorative)
const undescribed = { path: ['alt'], error: words.alt.blank }
const toAlt = ({ alt = '', decorative }: Description) => (decorative ? '' : alt)

/** Beside the file. */
export const newPictureForm = z
  .object(description)
  .refine(isDescribed, undescribed)
  .transform((typed) => ({ alt: toAlt(typed) }))

const percent = z.coerce.number().min(0).max(100).transform(Math.round).catch(50)

export const pictureForm = z
  .object({ ...description, x: percent, y: percent, revision: z.coerce.number().int().catch(-1) })
  .refine(isDescribed, undescribed)
  .transform(({ x, y, revision, ...typed }) => ({ alt: toAlt(typed), focus: { x, y }, over: revision }))
