import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import type { AddedPicture, PictureOption } from '#app/domain/pictures/picture-option.ts'
import type { Insert } from '#app/ui/editor/editor.tsx'
import { forms } from '#content/forms.ts'
import { addPictureIntent } from './picture-field.tsx'
import type { PictureUploadProps } from './picture-upload.tsx'

type Options = {
  editor: RefObject<HTMLElement | null>
  address: string
  pictures: readonly PictureOption[]
  inserts: Insert[]
}

/**
 * Pictures that are added while the editor is open: loading the page again for them would draw its form anew, without
 * what was typed since the last save.
 */
export function usePictureUpload({ editor, address, pictures, inserts }: Options) {
  const [field, setField] = useState<string>()
  const [Upload, setUpload] = useState<ComponentType<PictureUploadProps>>()
  const [isUnreachable, setUnreachable] = useState(false)
  const [added, setAdded] = useState<AddedPicture[]>([])
  const due = useRef<{ field: string; value: string }>(undefined)

  // As if it was chosen by hand, once it is among the options; in the midst of rendering, React would take it back.
  useEffect(() => {
    if (!due.current) return
    const { field, value } = due.current
    due.current = undefined
    const [name, chosen] = [CSS.escape(field), CSS.escape(value)]
    const timer = setTimeout(() => {
      const option = editor.current?.querySelector<HTMLInputElement>(`[name="${name}"][value="${chosen}"]`)
      option?.click()
      option?.focus()
    })
    return () => clearTimeout(timer)
  }, [added, editor])

  return {
    pictures: withFirst(
      added.map(({ option }) => option),
      pictures,
      ({ value }) => value,
    ),
    inserts: inserts.map(({ label, options }) => ({
      label,
      options: withFirst(
        added.flatMap(({ inserts }) => inserts),
        options,
        ({ text }) => text,
      ),
    })),
    /** Its code is loaded by then. */
    async open(field: string) {
      try {
        const { PictureUpload } = await import('./picture-upload.tsx')
        setUpload(() => PictureUpload)
        setField(field)
        setUnreachable(false)
      } catch {
        setUnreachable(true)
      }
    },
    unreachable: isUnreachable && (
      <p className="unreachable" role="alert">
        {forms.unreachable}
      </p>
    ),
    dialog: Upload && (
      <Upload
        intent={addPictureIntent}
        address={address}
        isOpen={field !== undefined}
        onAdded={(picture) => {
          if (field !== undefined) due.current = { field, value: picture.option.value }
          setAdded([picture, ...added])
        }}
        onClose={() => setField(undefined)}
      />
    ),
  }
}

/** The page may have been loaded again since, with some of them. */
function withFirst<Of>(first: Of[], others: readonly Of[], toKey: (one: Of) => string) {
  const known = new Set(others.map(toKey))
  return [...first.filter((one) => !known.has(toKey(one))), ...others]
}
