const mostSide = 640

/**
 * Draws a chosen file, since pages allow no addresses of such files. False: the browser can't show it, as most can't HEIC,
 * or another one was chosen meanwhile.
 */
export async function drawFile(file: File, canvas: HTMLCanvasElement, isWanted: () => boolean) {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap || !isWanted()) return false
  const scale = Math.min(1, mostSide / Math.max(bitmap.width, bitmap.height))
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return true
}
