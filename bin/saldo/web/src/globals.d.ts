/** The path of the PDF viewer's fonts and character maps; set by `vite.config.ts`. */
declare const __PDFJS_DATA__: string;
