/** Where the PDF viewer's fonts and character maps are; set by `vite.config.ts`. */
declare const __PDFJS_DATA__: string;
