import { type ChangeEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Focus } from '#app/domain/pictures/picture.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { cropAround, pictureShapes } from '#app/integrations/picture-maker/picture-shapes.ts'
import { picturesWords } from '#content/pages/admin-pictures.ts'

const words = picturesWords.picture

type Shown = { src: string; width: number; height: number } | undefined
type Shape = keyof typeof words.shapes
type CropFieldsProps = {
  picture: { alt: string; focus: Focus; whole: Shown; crops: Record<Shape, Shown> }
  form: FormState
}

/** The point that every crop keeps: two sliders, and with scripts a click; the crops then follow at once. */
export function CropFields({ picture: { alt, focus: saved, whole, crops }, form }: CropFieldsProps) {
  const [focus, setFocus] = useState({
    x: toPercent(form.values?.x, saved.x),
    y: toPercent(form.values?.y, saved.y),
  })
  const image = useRef<HTMLImageElement>(null)
  const mark = useRef<HTMLSpanElement>(null)
  const isMoved = focus.x !== saved.x || focus.y !== saved.y

  useEffect(() => {
    // Set here, because the server's pages allow no style attributes.
    if (mark.current) Object.assign(mark.current.style, { left: `${focus.x}%`, top: `${focus.y}%` })
  }, [focus])

  function choose({ clientX, clientY }: MouseEvent) {
    const { left, top, width, height } = image.current!.getBoundingClientRect()
    setFocus({ x: toPercent(((clientX - left) / width) * 100), y: toPercent(((clientY - top) / height) * 100) })
  }
  const slider = (axis: keyof Focus) => ({
    name: axis,
    value: focus[axis],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setFocus({ ...focus, [axis]: Number(event.target.value) }),
  })

  return (
    <div className="cols pic-crop">
      <div className="pic-whole">
        {/* The sliders do the same by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <img ref={image} {...whole} alt={alt} onClick={choose} />
        <span ref={mark} className="pic-mark" />
      </div>
      <fieldset className="stack">
        <legend>{words.focus}</legend>
        <p className="hint">{words.focusHint}</p>
        <Slider label={words.x} {...slider('x')} />
        <Slider label={words.y} {...slider('y')} />
      </fieldset>
      <section aria-labelledby="crops">
        <h2 id="crops">{words.crops}</h2>
        <ul className="row pic-crops">
          {Object.entries(words.shapes).map(([shape, name]) => (
            <li key={shape}>
              {isMoved ? (
                <Preview shape={shape as Shape} image={image} focus={focus} name={name} />
              ) : (
                <img {...crops[shape as Shape]} alt="" />
              )}
              <span className="hint">{name}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

type SliderProps = {
  label: string
  name: string
  value: number
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

const Slider = ({ label, name, ...input }: SliderProps) => (
  <div className="field">
    <label htmlFor={`focus-${name}`}>{label}</label>
    <input type="range" id={`focus-${name}`} name={name} min={0} max={100} {...input} />
  </div>
)

type PreviewProps = { shape: Shape; image: React.RefObject<HTMLImageElement | null>; focus: Focus; name: string }

/** As the server will cut it. */
function Preview({ shape, image, focus, name }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { ratio } = pictureShapes[shape]
  useEffect(() => {
    const [source, target] = [image.current, canvas.current]
    if (!source || !target) return
    const { left, top, width, height } = cropAround(
      { width: source.naturalWidth, height: source.naturalHeight },
      ratio,
      focus,
    )
    target.getContext('2d')?.drawImage(source, left, top, width, height, 0, 0, target.width, target.height)
  }, [image, focus, ratio])
  return <canvas ref={canvas} width={320} height={Math.round(320 / ratio)} role="img" aria-label={name} />
}

/** What a slider can hold. */
const toPercent = (typed: string | number | undefined, otherwise = 50) => {
  const number = Math.round(Number(typed ?? otherwise))
  return Number.isFinite(number) ? Math.min(Math.max(number, 0), 100) : otherwise
}
