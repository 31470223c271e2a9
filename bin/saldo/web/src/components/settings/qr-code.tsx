/** A QR code, drawn in the browser because the text may contain a secret. */
import { generate } from "lean-qr";
import { useMemo } from "react";

/** Width of the light margin around the code, in modules, as scanners require (ISO/IEC 18004). */
const MARGIN = 4;

export default function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const code = generate(text);
    const dark: string[] = [];
    for (let y = 0; y < code.size; y += 1) {
      for (let x = 0; x < code.size; x += 1) {
        if (code.get(x, y)) {
          dark.push(`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`);
        }
      }
    }
    return { path: dark.join(""), size: code.size + 2 * MARGIN };
  }, [text]);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
