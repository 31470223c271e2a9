/** Downloads a text or a picture as a file, without sending it to the server. */
export function saveFile(name: string, content: string | Blob): void {
  const file = typeof content === "string" ? new Blob([content], { type: "text/plain;charset=utf-8" }) : content;
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
