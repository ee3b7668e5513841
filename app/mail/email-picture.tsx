import { useEmailStyles } from './use-email-styles.ts'

/** `src`: a whole address. */
export type EmailPicture = { src: string; width: number; height: number; alt: string }

const columnWidth = 520

/** As wide as the column; Outlook on Windows goes by the attribute, phones by the style. */
export function EmailPicture({ src, width, height, alt }: EmailPicture) {
  const shown = Math.min(columnWidth, width)
  return (
    <img
      src={src}
      alt={alt}
      width={shown}
      height={Math.round((height * shown) / width)}
      style={useEmailStyles().picture}
    />
  )
}
