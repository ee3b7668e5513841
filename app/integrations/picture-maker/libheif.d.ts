/** As much of libheif as is used; it comes without types for this. */
declare module 'libheif-js/wasm-bundle.js' {
  type Handle = object
  type Plane = { id: object; width: number; height: number; stride: number; data: Uint8Array }
  type Decoded = { channels?: Plane[] }
  type HeifImage = {
    handle: Handle
    get_width(): number
    get_height(): number
    is_primary(): boolean
    has_alpha_channel(): boolean
  }
  const libheif: {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
    heif_js_decode_image2(handle: Handle, colorspace: object, chroma: object): Decoded | Promise<Decoded>
    heif_colorspace: { heif_colorspace_RGB: object }
    heif_chroma: { heif_chroma_interleaved_RGB: object; heif_chroma_interleaved_RGBA: object }
    heif_channel: { heif_channel_interleaved: object }
  }
  export default libheif
}
