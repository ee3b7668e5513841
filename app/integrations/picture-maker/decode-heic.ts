import type { Size } from './picture-work.ts'

export type Pixels = Size & { channels: 3 | 4; data: Uint8Array }

/**
 * libheif as WebAssembly: a crafted file reaches nothing outside of its memory. Its size is asked before a pixel is
 * decoded. The pixels are a view of that memory, since a copy of 12 megapixels would take as much again.
 */
export async function decodeHeic(bytes: Uint8Array, isAllowed: (size: Size) => boolean): Promise<Pixels | undefined> {
  // 90 ms and 20 MB, which other pictures need not spend.
  const { default: libheif } = await import('libheif-js/wasm-bundle.js')
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find((each) => each.is_primary()) ?? images[0]
  if (!image) return undefined
  const size = { width: image.get_width(), height: image.get_height() }
  if (!isAllowed(size)) return undefined
  const channels = image.has_alpha_channel() ? 4 : 3
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = libheif.heif_chroma
  const decoded = await libheif.heif_js_decode_image2(
    image.handle,
    libheif.heif_colorspace.heif_colorspace_RGB,
    channels === 4 ? rgba : rgb,
  )
  const plane = decoded.channels?.find(({ id }) => id === libheif.heif_channel.heif_channel_interleaved)
  return plane && { width: plane.width, height: plane.height, channels, data: withoutGaps(plane, channels) }
}

/** Rows may be longer in memory than in the picture. */
type Plane = Size & { stride: number; data: Uint8Array }

function withoutGaps({ data, width, height, stride }: Plane, channels: number) {
  const row = width * channels
  if (stride !== row) for (let y = 1; y < height; y += 1) data.copyWithin(y * row, y * stride, y * stride + row)
  return data.subarray(0, row * height)
}
