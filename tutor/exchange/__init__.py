"""What travels in and out: PBN, LIN, Anki, GIFT, QTI, xAPI, EPUB, PDF, pictures."""
